import { createKeccak } from 'hash-wasm';

/** Keccak-256 (not SHA3-256) of bytes, in a new array of 32. */
export type Keccak = (bytes: Uint8Array) => Uint8Array;

/** Instantiates the WebAssembly hasher. What it returns is synchronous, and keeps no state between calls. */
export async function loadKeccak(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  return (bytes) => {
    hasher.init();
    hasher.update(bytes);
    return hasher.digest('binary');
  };
}
