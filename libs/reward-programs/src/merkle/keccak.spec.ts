import { keccak256 } from 'viem/utils';
import { keccak } from './keccak.js';

describe('keccak', () => {
  it('hashes nothing as every client of Ethereum does', () => {
    expect(Buffer.from(keccak(new Uint8Array())).toString('hex')).toBe(
      'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    );
  });

  it("agrees with viem's for every length up to three blocks and past them", () => {
    for (let length = 0; length <= 3 * 136 + 2; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 131 + length * 7 + 3) & 0xff);
      expect(`0x${Buffer.from(keccak(bytes)).toString('hex')}`).toBe(keccak256(bytes));
    }
  });

  it('hands out hashes that later calls leave alone', () => {
    const first = keccak(Uint8Array.of(1));
    const copy = Uint8Array.from(first);
    keccak(Uint8Array.of(2));
    expect(first).toEqual(copy);
  });
});
