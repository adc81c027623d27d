import { decodeErrorResult, size, slice, type Abi, type Hex } from 'viem';
import { quoteStrangersText } from '@slipway/domain';
import { platformTokenAbi } from './abi/index.js';

/** What a node says of a call that failed: the error of JSON-RPC, or of one call of `eth_simulateV1`. */
export interface CallFailure {
  readonly message?: unknown;
  readonly data?: unknown;
}

/** Longer data is not decoded: a contract may return as much as its gas pays for. */
const MAX_BYTES = 4_096;
const MAX_REASON = 200;

/** Objects that are looked into: nodes and what stands before them wrap an error a few times. */
const MOST_OBJECTS = 16;

/** Fields that hold the data itself; others, such as a transaction's hash, are hex too. */
const DATA_FIELDS: readonly string[] = ['data', 'return', 'returnData', 'result', 'output'];

const ALONE = /^\s*(?:reverted:? +)?(0x(?:[0-9a-f]{2}){4,})\s*$/i;
/** Within a sentence addresses and hashes may stand too: an error is its selector and whole words of 32 bytes. */
const IN_WORDS = /\b(0x[0-9a-f]{8}(?:[0-9a-f]{64})*)(?![0-9a-f])/i;

/** Errors of the contracts that calls meet; Solidity's own, `Error` and `Panic`, are known to the decoder. */
export class ContractErrors {
  readonly abi: Abi;

  constructor(ofLaunchpad: Abi) {
    this.abi = [...ofLaunchpad, ...platformTokenAbi].filter((entry) => entry.type === 'error');
  }
}

/** Codes of `Panic` (https://docs.soliditylang.org/en/latest/control-structures.html#panic-via-assert-and-error-via-require). */
const PANICS: Readonly<Record<string, string>> = {
  1: 'an assertion that does not hold',
  17: 'arithmetic overflow or underflow',
  18: 'division by zero',
  33: 'a value that is not in its enum',
  34: 'a byte array in storage that is not encoded so',
  49: 'pop of an empty array',
  50: 'an index out of bounds',
  65: 'too much memory',
  81: 'a call of no function',
};

/** The data that a failed call returned, wherever a node puts it; null when there is none, or it is too long. */
export function revertDataOf({ message, data }: CallFailure): Hex | null {
  const open: unknown[] = [{ data }];
  for (let seen = 0; seen < MOST_OBJECTS && seen < open.length; seen += 1) {
    for (const [field, value] of Object.entries(open[seen] as object).slice(0, MOST_OBJECTS)) {
      if (typeof value === 'object' && value !== null) open.push(value);
      if (typeof value === 'string' && DATA_FIELDS.includes(field)) {
        const found = matchOf(ALONE, value);
        if (found !== null) return found;
      }
    }
  }
  return typeof message === 'string' ? matchOf(IN_WORDS, message) : null;
}

/** Why a call fails: the name of the contract's error, or what it says in quotes; else what the node says. */
export function revertReason(failure: CallFailure, errors: ContractErrors): string {
  const data = revertDataOf(failure);
  if (data !== null) return nameOf(data, errors);
  const { message } = failure;
  return typeof message === 'string'
    ? `The node says ${quoteStrangersText(message, MAX_REASON)}.`
    : 'The call reverts.';
}

function matchOf(pattern: RegExp, text: string): Hex | null {
  if (text.length > 3 * MAX_BYTES) return null;
  const hex = pattern.exec(text)?.[1]?.toLowerCase() as Hex | undefined;
  return hex === undefined || size(hex) > MAX_BYTES ? null : hex;
}

function nameOf(data: Hex, { abi }: ContractErrors): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi, data });
    const [first] = args ?? [];
    if (errorName === 'Error') return quoteStrangersText(String(first), MAX_REASON);
    if (errorName === 'Panic') return `Panic: ${PANICS[String(first)] ?? `code ${String(first)}`}`;
    return errorName;
  } catch {
    // An error of another contract: its selector is all that is known of it.
    return `an unknown error, ${slice(data, 0, 4)}`;
  }
}
