import {
  decodeFunctionData,
  size,
  slice,
  toFunctionSelector,
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem';
import type { Address } from '@slipway/domain';
import type { ContractKind } from '../types/trading.types.js';
import { ABIS } from './known-contracts.js';

/** A call as a wallet is asked to sign it. */
export interface RawCall {
  readonly to: Address;
  readonly data: Hex;
}

/** What a call of a known contract asks for. */
export interface DecodedCall {
  readonly functionName: string;
  readonly inputs: AbiFunction['inputs'];
  readonly args: readonly unknown[];
}

/** Calls in one multicall, which are explained one level deep. */
const MOST_CALLS = 100;

/** Bytes of a selector, and of a word. */
const SELECTOR = 4;
const WORD = 32;

type Functions = ReadonlyMap<Hex, AbiFunction>;

/** The functions of each kind of contract, by selector. */
const FUNCTIONS = Object.fromEntries(
  Object.entries<Abi>(ABIS).map(([kind, abi]) => [kind, bySelector(abi)]),
) as Record<ContractKind, Functions>;

/** The first four bytes, which name a function; null for a call without. */
export function selectorOf(data: Hex): Hex | null {
  return size(data) < SELECTOR ? null : slice(data, 0, SELECTOR);
}

/**
 * Null when the contract has no such function, or the arguments are of another. Null too when a list of calls in them is too
 * long.
 */
export function decodeCall(kind: ContractKind, data: Hex): DecodedCall | null {
  const entry = FUNCTIONS[kind].get(selectorOf(data) ?? '0x');
  if (entry === undefined || isOverlong(entry, data)) return null;
  try {
    const { args = [] } = decodeFunctionData<Abi>({ abi: [entry], data });
    return { functionName: entry.name, inputs: entry.inputs, args };
  } catch {
    // Calldata of a stranger: what does not decode is not known.
    return null;
  }
}

/**
 * The calls that a multicall passes on; null for another call, or one whose list does not decode.
 *
 * @throws RangeError for more than {@link MOST_CALLS}
 */
export function decodeMulticall(data: Hex): readonly RawCall[] | null {
  const inputs = FUNCTIONS.multicall3.get(selectorOf(data) ?? '0x')?.inputs ?? [];
  const list = inputs.findIndex(isList);
  if (list < 0) return null;
  if ((findList(data, list)?.count ?? 0) > MOST_CALLS)
    throw new RangeError(`has more than ${MOST_CALLS} calls`);
  const calls = decodeCall('multicall3', data)?.args[list];
  return Array.isArray(calls) ? calls.map(toRawCall) : null;
}

const isList = ({ type }: AbiParameter): boolean => type === 'tuple[]';

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

function bySelector(abi: Abi): Functions {
  const functions = abi.filter((entry) => entry.type === 'function');
  return new Map(functions.map((entry) => [toFunctionSelector(entry), entry]));
}

function toRawCall({ target, callData }: { readonly target: Address; readonly callData: Hex }): RawCall {
  return { to: target, data: callData };
}

/** A word's number; null beyond the data's end, and for more than any offset or length can be. */
function wordAt(data: Hex, offset: number): number | null {
  const from = 2 + 2 * offset;
  const word = data.slice(from, from + 2 * WORD);
  const value = word.length === 2 * WORD ? Number(`0x${word}`) : Infinity;
  return Number.isSafeInteger(value) ? value : null;
}
