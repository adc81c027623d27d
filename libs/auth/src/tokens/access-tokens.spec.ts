import { createHmac, generateKeyPairSync } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { toAddress, type Clock } from '@slipway/domain';
import { TokenForge } from '../../../../test/support/forge-token.js';
import { rotateKeys } from '../keys/rotate-keys.js';
import { SigningKeySet } from '../keys/signing-key-set.js';
import { AccessTokens } from './access-tokens.js';

const START = Date.parse('2026-11-21T00:00:00Z');
const AUTHORITY = { issuer: 'https://api.example.com', audience: 'https://api.example.com/v1' };
const OTHER = toAddress(`0x${'12'.repeat(20)}`);
const WALLET = toAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');

describe('AccessTokens', () => {
  const configured = rotateKeys(null, new Date(0), new Date(0));
  const keys = SigningKeySet.parse(configured);
  const clock: Clock & { at: number } = { at: START, now: () => new Date(clock.at) };
  let tokens: AccessTokens;

  beforeEach(() => {
    clock.at = START;
    tokens = new AccessTokens(new JwtService({}), keys, AUTHORITY, clock);
  });

  const iat = START / 1_000;
  const goodClaims = {
    iss: AUTHORITY.issuer,
    aud: AUTHORITY.audience,
    sub: WALLET,
    iat,
    exp: iat + 3_600,
    jti: '2c1d9ba0-4c0d-4c8e-9d4f-0f7a5a3a1b2c',
  };

  const forge = new TokenForge(configured, goodClaims);

  it('issues what docs/http-contract.md section 5 says', () => {
    const { accessToken, identity } = tokens.issue(WALLET);
    const [header = '', claims = ''] = accessToken
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: forge.kid });
    expect(JSON.parse(claims)).toEqual({ ...goodClaims, jti: identity.jti });
    expect(tokens.verify(accessToken)).toEqual(identity);
  });

  it('is fooled by nothing in the way this test forges', () => {
    expect(tokens.verify(forge.token())?.wallet).toBe(WALLET);
  });

  it('ends with its lifetime, also for one that was seen before', () => {
    const { accessToken } = tokens.issue(WALLET);
    expect(tokens.verify(accessToken)).not.toBeNull();
    clock.at = START + 3_599_999;
    expect(tokens.verify(accessToken)).not.toBeNull();
    clock.at = START + 3_600_000;
    expect(tokens.verify(accessToken)).toBeNull();
  });

  it('gives every token a jti of its own', () => {
    expect(tokens.issue(WALLET).identity.jti).not.toBe(tokens.issue(WALLET).identity.jti);
  });

  const hmacInput = forge.input({ alg: 'HS256' });
  const hmac = createHmac('sha256', forge.publicPem).update(hmacInput).digest('base64url');
  const others = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it.each([
    ['alg none', `${forge.input({ alg: 'none' })}.`],
    ['alg none with a signature', forge.token({ alg: 'none' })],
    ['HS256 keyed with the public key', `${hmacInput}.${hmac}`],
    ['alg ES384', forge.token({ alg: 'ES384' })],
    ["another issuer's", forge.token({}, { iss: 'https://evil.example' })],
    ['no issuer', forge.token({}, { iss: undefined })],
    ['another audience', forge.token({}, { aud: 'https://api.example.com/v2' })],
    ['no audience', forge.token({}, { aud: undefined })],
    ['typ JWT', forge.token({ typ: 'JWT' })],
    ['no typ', forge.token({ typ: undefined })],
    ['no exp', forge.token({}, { exp: undefined })],
    ['exp as text', forge.token({}, { exp: String(iat + 3_600) })],
    ['a life of a day', forge.token({}, { exp: iat + 86_400 })],
    ['expired', forge.token({}, { iat: iat - 7_200, exp: iat - 3_600 })],
    ['issued in the future', forge.token({}, { iat: iat + 60, exp: iat + 120 })],
    ['nbf in the future', forge.token({}, { nbf: iat + 60 })],
    ['no iat', forge.token({}, { iat: undefined })],
    ['no jti', forge.token({}, { jti: undefined })],
    ['a jti of another form', forge.token({}, { jti: "' OR 1=1 --" })],
    ['no sub', forge.token({}, { sub: undefined })],
    ['a sub without its checksum', forge.token({}, { sub: WALLET.toLowerCase() })],
    ['an unknown crit', forge.token({ crit: ['b64'], b64: true })],
    ['an empty crit', forge.token({ crit: [] })],
    ['kid ../../x', forge.token({ kid: '../../x' })],
    ['kid of an object', forge.token({ kid: '__proto__' })],
    ['no kid', forge.token({ kid: undefined })],
    ['a jku', forge.token({ jku: 'https://evil.example/jwks.json' })],
    ['an x5u', forge.token({ x5u: 'https://evil.example/cert.pem' })],
    [
      'a jwk of its own',
      forge.token({ jwk: others.publicKey.export({ format: 'jwk' }) }, {}, others.privateKey),
    ],
    ["another key's signature", forge.token({}, {}, others.privateKey)],
    ['no signature', forge.token().replace(/[^.]*$/, '')],
    [
      'other claims under a good signature',
      `${forge.input({}, { sub: OTHER })}.${forge.token().split('.')[2] ?? ''}`,
    ],
    ['no token', ''],
    ['100 KB', 'a'.repeat(100_000)],
    ['four parts', `${forge.token()}.x`],
    ['no JSON', 'e30.e30.e30'],
  ])('refuses %s', (_what, token) => {
    expect(tokens.verify(token)).toBeNull();
  });
});
