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
  it('throws on anything else', () => {
    expect(() => toAddress('0x12')).toThrow(TypeError);
  });
});
