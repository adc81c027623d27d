import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps secrets of subscriptions encrypted in the database: AES-256-GCM, as nonce, tag, ciphertext. What is sealed is bound to its
 * subscription: copied to another row it does not open.
 */
export class SecretSealer {
  /** @param keys of 32 bytes: the first seals, each opens. A new one is put first, and the old one stays until all is sealed anew */
  constructor(private readonly keys: readonly Uint8Array[]) {
    if (keys.length === 0 || keys.some(({ length }) => length !== 32)) throw new Error('a key has 32 bytes');
  }

  seal(secret: string, subscriptionId: string): Uint8Array<ArrayBuffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.keys[0] ?? '', nonce).setAAD(Buffer.from(subscriptionId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Uint8Array.from(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
  }

  /** @returns null when no key opens it: sealed by a key that is gone, of another subscription, or changed */
  open(sealed: Uint8Array, subscriptionId: string): string | null {
    for (const key of this.keys) {
      const secret = openWith(key, sealed, subscriptionId);
      if (secret !== null) return secret;
    }
    return null;
  }
}

function openWith(key: Uint8Array, sealed: Uint8Array, subscriptionId: string): string | null {
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(subscriptionId))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const opened = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    // The tag is of another key or another subscription.
    return null;
  }
}
