import { createHmac, randomBytes } from 'node:crypto';

/** How Standard Webhooks write a secret, so that scanners of secrets find it. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** What of a message is signed. */
export interface SignedMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** When it is sent. */
  readonly at: Date;
  /** The exact bytes; text is in UTF-8. */
  readonly body: string | Buffer;
}

/** A secret of a subscription: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), version 1: HMAC-SHA256.
 *
 * @param secrets as {@link newSecret} makes them: two while one takes over from the other, either of which verifies
 */
export function signedHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const hash = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    return `v1,${hash.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
