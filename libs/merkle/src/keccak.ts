import { createPermutation } from './keccak-f.js';

const HASH_BYTES = 32;
/** How much of the state a message is mixed into at a time: 1600 bits less twice the 256 of the hash. */
const RATE = 136;

const { state, permute } = createPermutation();

/** Keccak-256 of bytes as Ethereum has it: the sponge of FIPS 202 section 4 with the padding from before SHA-3. */
export function keccak(bytes: Uint8Array): Uint8Array {
  state.fill(0);
  let from = 0;
  for (; bytes.length - from >= RATE; from += RATE) {
    absorb(bytes, from, RATE);
    permute();
  }
  const rest = bytes.length - from;
  absorb(bytes, from, rest);
  flip(rest, 0x01);
  flip(RATE - 1, 0x80);
  permute();
  return state.slice(0, HASH_BYTES);
}

function absorb(bytes: Uint8Array, from: number, length: number): void {
  for (let i = 0; i < length; i += 1) flip(i, bytes[from + i] ?? 0);
}

function flip(place: number, bits: number): void {
  state[place] = (state[place] ?? 0) ^ bits;
}
