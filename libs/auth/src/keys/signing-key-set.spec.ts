import { generateKeyPairSync } from 'node:crypto';
import { rotateKeys } from './rotate-keys.js';
import { SigningKeySet } from './signing-key-set.js';

const START = new Date('2026-11-21T00:00:00Z');
const HOUR_MS = 3_600_000;

function later(ms: number): Date {
  return new Date(START.getTime() + ms);
}

function jwkOf(curve: string): Record<string, unknown> {
  return { ...generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ format: 'jwk' }) };
}

function setOf(...keys: Record<string, unknown>[]): string {
  return JSON.stringify({ keys });
}

describe('SigningKeySet', () => {
  const first = rotateKeys(null, START, START);
  const [firstKid = ''] = SigningKeySet.parse(first)
    .publish(START)
    .map(({ kid }) => kid);
  const handover = later(HOUR_MS);
  const rotated = SigningKeySet.parse(rotateKeys(first, handover, START));

  it('publishes public halves only, named by their thumbprint', () => {
    const [jwk] = rotated.publish(START);
    expect(Object.keys(jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(firstKid).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('names keys itself, whatever kid is configured', () => {
    const set = SigningKeySet.parse(setOf({ ...jwkOf('prime256v1'), kid: '../../x' }));
    expect(set.find('../../x', START)).toBeNull();
  });

  it('publishes a key before it signs, and signs with it from its time on', () => {
    expect(rotated.publish(START)).toHaveLength(2);
    expect(rotated.signer(later(HOUR_MS - 1)).kid).toBe(firstKid);
    expect(rotated.signer(handover).kid).not.toBe(firstKid);
  });

  it("accepts the previous key for a token's lifetime, and no longer", () => {
    expect(rotated.find(firstKid, later(2 * HOUR_MS - 1))?.kid).toBe(firstKid);
    expect(rotated.find(firstKid, later(2 * HOUR_MS))).toBeNull();
    expect(rotated.publish(later(2 * HOUR_MS))).toHaveLength(1);
  });

  it('derives cursor keys of its own from each key, and accepts those of the keys that it accepts', () => {
    const keysAt = (now: Date): string[] =>
      rotated.accepted(now).map(({ cursorKey }) => Buffer.from(cursorKey).toString('hex'));
    const [previous, next] = keysAt(START);
    expect(previous).toMatch(/^[0-9a-f]{64}$/);
    expect(previous).not.toBe(next);
    const derived = SigningKeySet.parse(first).signer(START).cursorKey;
    expect(Buffer.from(derived).toString('hex')).toBe(previous);
    expect(keysAt(later(2 * HOUR_MS - 1))).toEqual([previous, next]);
    expect(keysAt(later(2 * HOUR_MS))).toEqual([next]);
  });

  it('leaves keys out of the next rotation that no token needs any more', () => {
    const text = rotateKeys(rotateKeys(first, handover, START), later(5 * HOUR_MS), later(4 * HOUR_MS));
    expect((JSON.parse(text) as { keys: unknown[] }).keys).toHaveLength(2);
  });

  it.each([
    ['no JSON', 'secret', 'must be a JWK set'],
    ['no set', '{"kty":"EC"}', 'must be a JWK set'],
    ['an empty set', '{"keys":[]}', 'at least one key'],
    ['a text for a key', '{"keys":["x"]}', 'must be a JWK set'],
    ['a shared secret', setOf({ kty: 'oct', k: 'c2VjcmV0' }), 'key 1 must be an EC key on P-256'],
    ['another curve', setOf(jwkOf('secp384r1')), 'key 1 must be an EC key on P-256'],
    ["Ethereum's curve", setOf(jwkOf('secp256k1')), 'key 1 must be an EC key on P-256'],
    ['a public key', setOf({ ...jwkOf('prime256v1'), d: undefined }), 'must have x, y and d'],
    [
      "another key's d",
      setOf({ ...jwkOf('prime256v1'), d: jwkOf('prime256v1')['d'] }),
      'do not belong to its d',
    ],
    ['a small d', setOf({ ...jwkOf('prime256v1'), d: `${'A'.repeat(42)}E` }), 'others know or can guess'],
    [
      "RFC 7515's example",
      setOf({ ...jwkOf('prime256v1'), d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' }),
      'others know or can guess',
    ],
    ['a wrong time', setOf({ ...jwkOf('prime256v1'), activeFrom: 'soon' }), 'activeFrom that is no ISO 8601'],
    ['two keys of one time', setOf(jwkOf('prime256v1'), jwkOf('prime256v1')), 'an activeFrom of its own'],
  ])('refuses %s', (_what, text, message) => {
    expect(() => SigningKeySet.parse(text)).toThrow(message);
  });

  it('refuses a key that is there twice', () => {
    const key = jwkOf('prime256v1');
    const text = setOf(key, { ...key, activeFrom: START.toISOString() });
    expect(() => SigningKeySet.parse(text)).toThrow('must not hold a key twice');
  });

  it('shows nothing of a key in what it says', () => {
    const key = jwkOf('secp256k1');
    try {
      SigningKeySet.parse(setOf(key));
    } catch (error) {
      expect(String(error)).not.toContain(key['d']);
    }
    expect.assertions(1);
  });
});
