import { checkSignInMessage } from './sign-in-verifier.js';
import type { SignInMessage } from './sign-in-message.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;

const MESSAGE: SignInMessage = {
  scheme: null,
  domain: 'app.example.com',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  uri: 'https://app.example.com',
  chainId: 31_337,
  nonce: 'abcdefgh',
  issuedAt: new Date(NOW),
  expirationTime: null,
  notBefore: null,
};

function check(changes: Partial<SignInMessage>): string | null {
  const issuedAt = { maxAgeMs: 10 * MINUTE_MS, maxAheadMs: MINUTE_MS };
  return checkSignInMessage({ ...MESSAGE, ...changes }, { chainId: 31_337, now: new Date(NOW), issuedAt });
}

describe('checkSignInMessage', () => {
  it.each<[string, Partial<SignInMessage>, string | null]>([
    ['a fresh message', {}, null],
    ['one of ten minutes ago', { issuedAt: new Date(NOW - 10 * MINUTE_MS) }, null],
    ['one older than that', { issuedAt: new Date(NOW - 10 * MINUTE_MS - 1) }, 'issued_at_not_current'],
    ['one of a minute ahead', { issuedAt: new Date(NOW + MINUTE_MS) }, null],
    ['one further ahead', { issuedAt: new Date(NOW + MINUTE_MS + 1) }, 'issued_at_not_current'],
    ['one that expires in a moment', { expirationTime: new Date(NOW + 1) }, null],
    ['one that expires now', { expirationTime: new Date(NOW) }, 'expired'],
    ['one that begins now', { notBefore: new Date(NOW) }, null],
    ['one that begins in a moment', { notBefore: new Date(NOW + 1) }, 'not_yet_valid'],
    ['one of another chain', { chainId: 1 }, 'wrong_chain'],
  ])('checks %s', (_what, changes, refusal) => {
    expect(check(changes)).toBe(refusal);
  });
});
