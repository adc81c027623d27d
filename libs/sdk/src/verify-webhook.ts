import { fail } from './errors.js';
import type { WebhookBlock, WebhookRetraction, WebhookTest } from './generated/models.js';

/** A request that a receiver got. */
export interface WebhookRequest {
  /** Its text as it came: one that was parsed and written again has another signature. */
  readonly body: string;
  /** Of the request: a `Headers`, or an object with names in lower case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `secret` of `createWebhook` or `rotateWebhookSecret`; several while one takes over from another. */
  readonly secret: string | readonly string[];
  /** How old or new it may be. Five minutes by default. */
  readonly toleranceSeconds?: number | undefined;
}

/** What a webhook says, with its `webhook-id`: the same when it is sent again, so that it is worth remembering. */
export type WebhookMessage = { readonly id: string } & (WebhookBlock | WebhookRetraction | WebhookTest);

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

/**
 * Verifies a webhook by Standard Webhooks, version 1, and reads it. Takes what every platform has: Web Crypto.
 *
 * @throws SlipwayError `invalid_argument` when it is not signed with the secret, or too old or new
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookMessage> {
  const { body, headers, secret, toleranceSeconds = TOLERANCE_SECONDS } = request;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > toleranceSeconds)
    throw fail('invalid_argument', 'webhook-timestamp is too old, or no time');
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures.split(' ', MAX_SIGNATURES).filter((one) => one.startsWith('v1,'));
  for (const one of [secret].flat())
    for (const signature of given)
      if (await isSigned(one, fromBase64(signature.slice(3)), signed))
        return { ...(JSON.parse(body) as WebhookMessage), id };
  throw fail('invalid_argument', 'webhook-signature is of no secret that is known');
}

/** Compared in constant time by the platform. */
async function isSigned(secret: string, signature: Bytes | null, signed: Bytes): Promise<boolean> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0)
    throw fail('invalid_argument', 'secret must be whsec_ and base64');
  if (signature === null) return false;
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

type Bytes = Uint8Array<ArrayBuffer>;

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw fail('invalid_argument', `${name} is missing`);
  return value;
}
