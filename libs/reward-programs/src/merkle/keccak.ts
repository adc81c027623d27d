// Of the package only this file: a thread that hashes starts with each tree, and would read all the other algorithms too.
import hashWasm from 'hash-wasm/dist/keccak.umd.min.js';

const hasher = await hashWasm.createKeccak(256);

/** Keccak-256 of bytes, as Ethereum has it. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary');
}
