import fc from 'fast-check';
import { getAddress, type Hex } from 'viem';
import { parseAddress, toAddress } from './address.js';

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('parseAddress', () => {
  it.each([
    CHECKSUMMED,
    CHECKSUMMED.toLowerCase(),
    `0x${CHECKSUMMED.slice(2).toUpperCase()}`,
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ])('puts %s into EIP-55 form', (text) => {
    expect(parseAddress(text)).toBe(CHECKSUMMED);
  });

  it.each([
    '',
    '0x',
    CHECKSUMMED.slice(0, -1),
    `${CHECKSUMMED}0`,
    `${CHECKSUMMED}\n`,
    ` ${CHECKSUMMED}`,
    `0X${CHECKSUMMED.slice(2)}`,
    'vitalik.eth',
  ])('finds no address in %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe('toAddress', () => {
  it('has the checksum that others have', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const hex: Hex = `0x${Buffer.from(bytes).toString('hex')}`;
        expect(toAddress(hex)).toBe(getAddress(hex));
      }),
    );
  });

  it('throws on anything else', () => {
    expect(() => toAddress('0x12')).toThrow(TypeError);
  });
});
