import { privateKeyToAccount } from 'viem/accounts';
import { recoverSigner, signedHash } from './sign-in-verifier.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const account = privateKeyToAccount(`0x${'5'.repeat(64)}`);

describe('recoverSigner', () => {
  const message = 'hello';
  let signature: `0x${string}`;

  beforeAll(async () => {
    signature = await account.signMessage({ message });
  });

  it('finds the account, with a recovery byte of 27 and 28 or of 0 and 1', async () => {
    expect(await recoverSigner(signedHash(message), signature)).toBe(account.address);
    const bare: `0x${string}` = `${signature.slice(0, -2) as '0x'}0${signature.endsWith('1b') ? 0 : 1}`;
    expect(await recoverSigner(signedHash(message), bare)).toBe(account.address);
  });

  it('takes no twin with a high s, which recovers the same account elsewhere', async () => {
    const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
    const v = signature.endsWith('1b') ? '1c' : '1b';
    const twin: `0x${string}` = `${signature.slice(0, 66) as '0x'}${s.toString(16)}${v}`;
    expect(await recoverSigner(signedHash(message), twin)).toBeNull();
  });

  it.each([
    ['64 bytes', '11'.repeat(64)],
    ['66 bytes', '11'.repeat(66)],
    ['zeros', '00'.repeat(65)],
    ['a recovery byte of 2', `${'11'.repeat(64)}02`],
    ['an r beyond the field', `${'ff'.repeat(32)}${'11'.repeat(32)}1b`],
  ])('finds no signer in %s', async (_what, hex) => {
    expect(await recoverSigner(signedHash(message), `0x${hex}`)).toBeNull();
  });
});
