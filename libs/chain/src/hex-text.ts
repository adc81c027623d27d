import type { Hex } from 'viem';

const HASH_LENGTH = 66;
const SMALL_HEX = /^0x[0-9a-f]*$/;
const ANY_HEX = /^0x[0-9a-f]*$/i;
/** Zeros before it are no canonical form, and change nothing. */
const QUANTITY = /^0x0{0,64}[0-9a-f]{1,13}$/i;

/** Hex in small letters, whatever the node's; null when it is none. @param length in characters, where only one is right */
export function toHex(value: unknown, length?: number): Hex | null {
  if (typeof value !== 'string' || (length !== undefined && value.length !== length)) return null;
  if (SMALL_HEX.test(value)) return value as Hex;
  return ANY_HEX.test(value) ? (value.toLowerCase() as Hex) : null;
}

export function toHash(value: unknown): Hex | null {
  return toHex(value, HASH_LENGTH);
}

/** A quantity in hex, or as a number of JSON; null when it is none, or is no safe integer. */
export function toQuantity(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  return typeof value === 'string' && QUANTITY.test(value) ? Number(value) : null;
}
