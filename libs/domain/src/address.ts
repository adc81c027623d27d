import { getAddress } from 'viem/utils';

/** An EVM address in EIP-55 checksum form. Only {@link parseAddress} and {@link toAddress} make one. */
export type Address = `0x${string}` & { readonly eip55: true };

/** The pattern every address parameter of the interface has: 20 bytes of hex, any case. */
export const ADDRESS_PATTERN = /^0x[a-fA-F0-9]{40}$/;

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000' as Address;

/** Where tokens are sent to be gone: it has no key. */
export const DEAD_ADDRESS = '0x000000000000000000000000000000000000dEaD' as Address;

/**
 * Reads an address in any case; a wrong checksum is accepted (docs/http-contract.md section 1).
 * Returns null when the text is not an address.
 */
export function parseAddress(text: string): Address | null {
  return ADDRESS_PATTERN.test(text) ? toAddress(text) : null;
}

/** Some 15 MB of addresses at the most. */
const MAX_KNOWN = 65_536;

/** Checksums by text: each costs a Keccak. Begun anew when it is full: viem's own, an LRU, was a third of a backfill. */
const known = new Map<string, Address>();

/**
 * Puts 20 bytes of hex into EIP-55 form.
 *
 * @throws TypeError when the text is not an address
 */
export function toAddress(hex: string): Address {
  const found = known.get(hex);
  if (found !== undefined) return found;
  if (!ADDRESS_PATTERN.test(hex)) throw new TypeError('not an EVM address');
  const address = getAddress(hex.toLowerCase()) as Address;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(hex, address);
  return address;
}
