import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { TOKEN_LIFETIME_SECONDS } from './token-lifetime.js';
import { readSigningKey } from './signing-key.js';
import { SigningKeySet } from './signing-key-set.js';

/** A private key as it is configured. */
interface ConfiguredKey extends JsonWebKey {
  readonly activeFrom: string;
}

/**
 * A key set with a fresh key that takes over at a time. Of the keys that were, those whose tokens will all have
 * expired now are left out.
 *
 * @param configured the JWK set of now; null makes a first one
 * @returns the new JWK set, as JSON
 * @throws SigningKeyError when the set of now is not a good one
 */
export function rotateKeys(configured: string | null, activeFrom: Date, now: Date): string {
  const kept = configured === null ? [] : keysInUse(configured, now);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const fresh: ConfiguredKey = {
    ...privateKey.export({ format: 'jwk' }),
    activeFrom: activeFrom.toISOString(),
  };
  const text = `${JSON.stringify({ keys: [...kept, fresh] }, null, 2)}\n`;
  SigningKeySet.parse(text);
  return text;
}

function keysInUse(configured: string, now: Date): JsonWebKey[] {
  const set = SigningKeySet.parse(configured);
  const { keys } = JSON.parse(configured) as { readonly keys: readonly JsonWebKey[] };
  return keys.filter((jwk) => set.find(readSigningKey(jwk).kid, now) !== null);
}

/** When every token of the key before has expired. */
export function retiresAt(activeFrom: Date): Date {
  return new Date(activeFrom.getTime() + TOKEN_LIFETIME_SECONDS * 1_000);
}
