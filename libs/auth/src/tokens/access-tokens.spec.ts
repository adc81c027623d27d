import { createHmac, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { toAddress, type Clock } from '#values';
import { rotateKeys } from '../keys/rotate-keys.js';
import { SigningKeySet } from '../keys/signing-key-set.js';
import { AccessTokens } from './access-tokens.js';

const START = Date.parse('2026-11-21T00:00:00Z');
const AUTHORITY = { issuer: 'https://api.example.com', audience: 'https://api.example.com/v1' };
const WALLET = toAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');

type Members = Record<string, unknown>;

describe('AccessTokens', () => {
  const configured = rotateKeys(null, new Date(0), new Date(0));
  const keys = SigningKeySet.parse(configured);
  const [jwk] = (JSON.parse(configured) as { keys: [Members] }).keys;
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const clock: Clock & { at: number } = { at: START, now: () => new Date(clock.at) };
  let tokens: AccessTokens;

  beforeEach(() => {
    clock.at = START;
    tokens = new AccessTokens(new JwtService({}), keys, AUTHORITY, clock);
  });

  const { kid, publicPem } = keys.signer(new Date(START));
  const iat = START / 1_000;
  const goodHeader = { alg: 'ES256', typ: 'at+jwt', kid };
  const goodClaims = {
    iss: AUTHORITY.issuer,
    aud: AUTHORITY.audience,
    sub: WALLET,
    iat,
    exp: iat + 3_600,
    jti: '2c1d9ba0-4c0d-4c8e-9d4f-0f7a5a3a1b2c',
  };

  function encode(value: unknown): string {
    return Buffer.from(JSON.stringify(value)).toString('base64url');
  }

  /** A token with any header and claims, signed as ours are. */
  function forge(header: Members = {}, claims: Members = {}, key: KeyObject = privateKey): string {
    const input = `${encode({ ...goodHeader, ...header })}.${encode({ ...goodClaims, ...claims })}`;
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }

  it('issues what contract section 5 says', () => {
    const { accessToken, identity } = tokens.issue(WALLET);
    const [header = '', claims = ''] = accessToken
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header)).toEqual(goodHeader);
    expect(JSON.parse(claims)).toEqual({ ...goodClaims, jti: identity.jti });
    expect(tokens.verify(accessToken)).toEqual(identity);
  });

  it('is fooled by nothing in the way this test forges', () => {
    expect(tokens.verify(forge())?.wallet).toBe(WALLET);
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

  const unsigned = `${encode({ ...goodHeader, alg: 'none' })}.${encode(goodClaims)}.`;
  const hmacInput = `${encode({ ...goodHeader, alg: 'HS256' })}.${encode(goodClaims)}`;
  const hmac = createHmac('sha256', publicPem).update(hmacInput).digest('base64url');
  const others = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it.each([
    ['alg none', unsigned],
    ['alg none with a signature', forge({ alg: 'none' })],
    ['HS256 keyed with the public key', `${hmacInput}.${hmac}`],
    ['alg ES384', forge({ alg: 'ES384' })],
    ["another issuer's", forge({}, { iss: 'https://evil.example' })],
    ['no issuer', forge({}, { iss: undefined })],
    ['another audience', forge({}, { aud: 'https://api.example.com/v2' })],
    ['no audience', forge({}, { aud: undefined })],
    ['typ JWT', forge({ typ: 'JWT' })],
    ['no typ', forge({ typ: undefined })],
    ['no exp', forge({}, { exp: undefined })],
    ['exp as text', forge({}, { exp: String(iat + 3_600) })],
    ['a life of a day', forge({}, { exp: iat + 86_400 })],
    ['expired', forge({}, { iat: iat - 7_200, exp: iat - 3_600 })],
    ['issued in the future', forge({}, { iat: iat + 60, exp: iat + 120 })],
    ['nbf in the future', forge({}, { nbf: iat + 60 })],
    ['no iat', forge({}, { iat: undefined })],
    ['no jti', forge({}, { jti: undefined })],
    ['a jti of another form', forge({}, { jti: "' OR 1=1 --" })],
    ['no sub', forge({}, { sub: undefined })],
    ['a sub without its checksum', forge({}, { sub: WALLET.toLowerCase() })],
    ['an unknown crit', forge({ crit: ['b64'], b64: true })],
    ['an empty crit', forge({ crit: [] })],
    ['kid ../../x', forge({ kid: '../../x' })],
    ['kid of an object', forge({ kid: '__proto__' })],
    ['no kid', forge({ kid: undefined })],
    ['a jku', forge({ jku: 'https://evil.example/jwks.json' })],
    ['an x5u', forge({ x5u: 'https://evil.example/cert.pem' })],
    ['a jwk of its own', forge({ jwk: others.publicKey.export({ format: 'jwk' }) }, {}, others.privateKey)],
    ["another key's signature", forge({}, {}, others.privateKey)],
    ['no signature', forge().replace(/[^.]*$/, '')],
    ['other claims under a good signature', [forge().split('.')[0], encode(goodClaims), 'AAAA'].join('.')],
    ['no token', ''],
    ['100 KB', 'a'.repeat(100_000)],
    ['four parts', `${forge()}.x`],
    ['no JSON', 'e30.e30.e30'],
  ])('refuses %s', (_what, token) => {
    expect(tokens.verify(token)).toBeNull();
  });
});
