import type { JsonWebKey } from 'node:crypto';
import { TOKEN_LIFETIME_SECONDS } from './token-lifetime.js';
import { readSigningKey, SigningKeyError, type PublicJwk, type SigningKey } from './signing-key.js';

/**
 * The keys of this deployment in the order in which they take over. At any moment one signs; the one before it
 * verifies for as long as a token can live; those to come are published, so that every instance and every
 * client's cache knows a key before its first token.
 */
export class SigningKeySet {
  private constructor(private readonly keys: readonly SigningKey[]) {}

  /**
   * Reads a JWK set of private keys.
   *
   * @throws SigningKeyError when it is none, or a key in it is weak, there twice, or takes over with another
   */
  static parse(text: string): SigningKeySet {
    const keys = readKeys(text).map((jwk, index) => {
      try {
        return readSigningKey(jwk);
      } catch (error) {
        if (error instanceof SigningKeyError) throw new SigningKeyError(`key ${index + 1} ${error.message}`);
        throw error;
      }
    });
    if (keys.length === 0) throw new SigningKeyError('must hold at least one key');
    if (new Set(keys.map(({ kid }) => kid)).size < keys.length) {
      throw new SigningKeyError('must not hold a key twice');
    }
    if (new Set(keys.map(({ activeFrom }) => activeFrom.getTime())).size < keys.length) {
      throw new SigningKeyError('must give each key an activeFrom of its own');
    }
    return new SigningKeySet(
      keys.sort((one, other) => one.activeFrom.getTime() - other.activeFrom.getTime()),
    );
  }

  /** The key that signs now. Before the first one's time it is the first one: one key has to sign. */
  signer(now: Date): SigningKey {
    const active = this.keys.findLast(({ activeFrom }) => activeFrom <= now) ?? this.keys[0];
    if (active === undefined) throw new SigningKeyError('must hold at least one key');
    return active;
  }

  /** The key of that name, unless every token that it signed has expired. */
  find(kid: string, now: Date): SigningKey | null {
    return this.accepted(now).find((key) => key.kid === kid) ?? null;
  }

  /** What to publish: every key whose tokens are accepted, or will be. */
  publish(now: Date): PublicJwk[] {
    return this.accepted(now).map(({ publicJwk }) => publicJwk);
  }

  /** Every key whose tokens are accepted, or will be. */
  accepted(now: Date): readonly SigningKey[] {
    return this.keys.filter((_key, index) => {
      const successor = this.keys[index + 1];
      return (
        successor === undefined ||
        now.getTime() < successor.activeFrom.getTime() + TOKEN_LIFETIME_SECONDS * 1_000
      );
    });
  }
}

function readKeys(text: string): JsonWebKey[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new SigningKeyError('must be a JWK set: JSON with "keys"');
  }
  const keys = typeof parsed === 'object' && parsed !== null && 'keys' in parsed ? parsed.keys : null;
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'object' && key !== null)) {
    throw new SigningKeyError('must be a JWK set: JSON with "keys"');
  }
  return keys as JsonWebKey[];
}
