import { Injectable } from '@nestjs/common';
import { AbiParameters } from 'ox';
import {
  parseAbiItem,
  size,
  slice,
  toFunctionSelector,
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem';
import { toAddress, type Address } from '@slipway/domain';
import { Protocol, type Telling } from '@slipway/protocols';
import type { ContractKind } from '../call-kinds.js';
import { knownContracts } from './known-contracts.js';
import { PERMIT2_STRUCTS, STANDARD_TELLINGS } from './standard-tellings.js';

/** A call as a wallet is asked to sign it. */
export interface RawCall {
  readonly to: Address;
  readonly data: Hex;
  /** Ether that it sends along, in wei. */
  readonly value: bigint;
}

/** What a call asks for by an ABI. */
export interface DecodedCall {
  readonly entry: AbiFunction;
  /** Addresses are in small digits: a checksum costs more than all else. */
  readonly args: readonly unknown[];
  /** Null for a function that changes nothing. */
  readonly telling: Telling | null;
  /**
   * Whether the arguments are encoded as the ABI says. Others mean one thing to one compiler and nothing to the next. What
   * follows the arguments is read by no contract of ours.
   */
  readonly isCanonical: boolean;
}

/** Calls in one multicall, which are explained one level deep. */
const MOST_CALLS = 100;

/** Items of another list: more are not told. */
const MOST_ITEMS = 50;

/** Bytes of a selector, and of a word. */
const SELECTOR = 4;
const WORD = 32;

export interface ToldFunction {
  readonly entry: AbiFunction;
  readonly telling: Telling | null;
}

type Functions = ReadonlyMap<Hex, ToldFunction>;

const STANDARD: Functions = new Map(
  Object.entries(STANDARD_TELLINGS).map(([signature, telling]) => {
    const entry = parseAbiItem([signature, ...PERMIT2_STRUCTS] as never) as AbiFunction;
    return [toFunctionSelector(entry), { entry, telling }];
  }),
);

/** The first four bytes, which name a function; null for a call without. */
export function selectorOf(data: Hex): Hex | null {
  return size(data) < SELECTOR ? null : slice(data, 0, SELECTOR);
}

/** Whether a call names a function of a standard that could be told, whatever its arguments. */
export function namesStandardFunction(data: Hex): boolean {
  return STANDARD.has(selectorOf(data) ?? '0x');
}

/** What calls of the contracts of this deployment ask for, and of a standard those of any contract. */
@Injectable()
export class CallDecoder {
  /** By kind of contract, and by selector. */
  private readonly functions: ReadonlyMap<ContractKind, Functions>;

  constructor(protocol: Protocol) {
    this.functions = new Map(
      [...knownContracts(protocol)].map(([kind, { abi, tellings }]) => [kind, bySelector(abi, tellings)]),
    );
  }

  /** The functions of a kind of contract, with how each is told. */
  functionsOf(kind: ContractKind): readonly ToldFunction[] {
    return [...(this.functions.get(kind)?.values() ?? [])];
  }

  /**
   * Null when the contract has no such function, or the arguments are of another. Null too when a list in them is too long.
   *
   * @param kind null for a contract that is not known, of which only calls of a standard are
   */
  decode(kind: ContractKind | null, data: Hex): DecodedCall | null {
    const functions = kind === null ? STANDARD : this.functions.get(kind);
    const found = functions?.get(selectorOf(data) ?? '0x');
    return found === undefined ? null : decodeAs(found, data);
  }

  /**
   * A call of Multicall3, and the calls that it passes on.
   *
   * @throws RangeError for more than {@link MOST_CALLS}
   */
  decodeMulticall(data: Hex): { decoded: DecodedCall | null; calls: readonly RawCall[] } {
    const inputs = this.functions.get('multicall3')?.get(selectorOf(data) ?? '0x')?.entry.inputs ?? [];
    const list = inputs.findIndex(isList);
    if (list >= 0 && (findList(data, list)?.count ?? 0) > MOST_CALLS)
      throw new RangeError(`has more than ${MOST_CALLS} calls`);
    const decoded = this.decode('multicall3', data);
    const calls = decoded?.args[list];
    return { decoded, calls: Array.isArray(calls) ? calls.map(toRawCall) : [] };
  }
}

function decodeAs({ entry, telling }: ToldFunction, data: Hex): DecodedCall | null {
  if (isOverlong(entry, data)) return null;
  try {
    const encoded: Hex = `0x${data.slice(2 + 2 * SELECTOR)}`;
    const args: unknown[] = entry.inputs.length === 0 ? [] : [...AbiParameters.decode(entry.inputs, encoded)];
    if (!entry.inputs.some(isList) && args.some(hasLongList)) return null;
    return {
      entry,
      telling,
      args,
      isCanonical: encoded.startsWith(AbiParameters.encode(entry.inputs, args)),
    };
  } catch {
    // Calldata of a stranger: what does not decode is not known.
    return null;
  }
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts: readonly unknown[] = Object.values(value);
  return (Array.isArray(value) && parts.length > MOST_ITEMS) || parts.some(hasLongList);
}

/** A list of calls: tuples that end with bytes. */
const isList = (input: AbiParameter): boolean =>
  input.type === 'tuple[]' && 'components' in input && input.components.at(-1)?.type === 'bytes';

/**
 * Whether a list of calls in the arguments has too many, or is longer than all the data: its items could all point to the same
 * long bytes.
 */
function isOverlong({ inputs }: AbiFunction, data: Hex): boolean {
  const list = inputs.findIndex(isList);
  const input = inputs[list];
  if (input === undefined || !('components' in input)) return false;
  const length = lengthOfList(data, list, input.components.length);
  return length === null || length > size(data);
}

/** How many calls a list has, and where it begins; null when that is beyond the data. */
function findList(data: Hex, list: number): { count: number; items: number } | null {
  const start = wordAt(data, SELECTOR + list * WORD);
  const count = start === null ? null : wordAt(data, SELECTOR + start);
  return start === null || count === null ? null : { count, items: SELECTOR + start + WORD };
}

/** Bytes of all calls in a list together, whose last field they are; null for too many, and beyond the data. */
function lengthOfList(data: Hex, list: number, fields: number): number | null {
  const { count, items } = findList(data, list) ?? { count: Infinity, items: 0 };
  if (count > MOST_CALLS) return null;
  let length = 0;
  for (let i = 0; i < count; i += 1) {
    const item = wordAt(data, items + i * WORD);
    const bytes = item === null ? null : wordAt(data, items + item + (fields - 1) * WORD);
    const more = item === null || bytes === null ? null : wordAt(data, items + item + bytes);
    if (more === null) return null;
    length += more;
  }
  return length;
}

/** @throws Error at the start, for a function that can be sent and is not told */
function bySelector(abi: Abi, tellings: Readonly<Record<string, Telling>>): Functions {
  const functions = abi.filter((entry) => entry.type === 'function');
  return new Map(
    functions.map((entry) => {
      const isView = entry.stateMutability === 'view' || entry.stateMutability === 'pure';
      const telling = isView ? null : tellings[entry.name];
      if (telling === undefined) throw new Error(`${entry.name} is not told`);
      return [toFunctionSelector(entry), { entry, telling }];
    }),
  );
}

interface PassedOn {
  readonly target: Hex;
  readonly callData: Hex;
  readonly value?: bigint;
}

function toRawCall({ target, callData, value = 0n }: PassedOn): RawCall {
  return { to: toAddress(target), data: callData, value };
}

/** A word's number; null beyond the data's end, and for more than any offset or length can be. */
function wordAt(data: Hex, offset: number): number | null {
  const from = 2 + 2 * offset;
  const word = data.slice(from, from + 2 * WORD);
  const value = word.length === 2 * WORD ? Number(`0x${word}`) : Infinity;
  return Number.isSafeInteger(value) ? value : null;
}
