import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';

/** The public half, as `/.well-known/jwks.json` shows it (RFC 7517, RFC 7518 6.2.1). */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly use: 'sig';
  readonly alg: 'ES256';
  readonly kid: string;
}

/** A private key that signs access tokens from a moment on. */
export interface SigningKey {
  /** RFC 7638 thumbprint: the same key has the same name wherever it is configured. */
  readonly kid: string;
  /** PKCS #8 and SPKI, as @nestjs/jwt takes keys. */
  readonly privatePem: string;
  readonly publicPem: string;
  readonly publicJwk: PublicJwk;
  /** What cursors are authenticated with: derived from the private key, and no way back to it. */
  readonly cursorKey: Uint8Array;
  /** When it takes over from the key before it. */
  readonly activeFrom: Date;
}

/** The keys are not usable. The message names the mistake and repeats nothing of a key. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

/** 32 bytes in base64url. */
const COORDINATE = /^[A-Za-z0-9_-]{43}$/;

/** Private keys that everybody can read: the examples of RFC 7515 A.3 and RFC 7517 A.2. */
const PUBLISHED_SCALARS = new Set([
  'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE',
]);

/** A scalar of random bits has its upper half zero, or one byte throughout, less than once in 2^120 times. */
const GUESSABLE_SCALAR = /^(00){16}|^(..)\2{31}$/;

/**
 * Reads one private JWK; `activeFrom` is a member of ours, an ISO 8601 time.
 *
 * @throws SigningKeyError when it is no P-256 private key, or one that can be guessed
 */
export function readSigningKey(jwk: JsonWebKey): SigningKey {
  const { kty, crv, x = '', y = '', d = '', activeFrom } = jwk;
  if (kty !== 'EC' || crv !== 'P-256') throw new SigningKeyError('must be an EC key on P-256 (ES256)');
  if (![x, y, d].every((part) => COORDINATE.test(part))) {
    throw new SigningKeyError('must have x, y and d, each 32 bytes in base64url');
  }
  if (PUBLISHED_SCALARS.has(d) || GUESSABLE_SCALAR.test(Buffer.from(d, 'base64url').toString('hex'))) {
    throw new SigningKeyError('is a key that others know or can guess');
  }
  const privateKey = importPrivateKey({ kty, crv, x, y, d });
  const kid = thumbprint(x, y);
  return {
    kid,
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicPem: createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString(),
    publicJwk: { kty, crv, x, y, use: 'sig', alg: 'ES256', kid },
    cursorKey: deriveCursorKey(d),
    activeFrom: readActiveFrom(activeFrom),
  };
}

/** HKDF (RFC 5869) with a purpose of its own, so that no two uses of a key share bytes. */
function deriveCursorKey(d: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'slipway cursor 1', 32));
}

function importPrivateKey(jwk: JsonWebKey): KeyObject {
  const text = Buffer.from('belongs together');
  try {
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    // node:crypto takes x and y as they come: a signature shows whether they are those of d.
    if (verify('sha256', text, createPublicKey(key), sign('sha256', text, key))) return key;
  } catch {
    // Told below, without OpenSSL's words.
  }
  throw new SigningKeyError('has x and y that do not belong to its d');
}

function readActiveFrom(text: unknown): Date {
  if (text === undefined) return new Date(0);
  const time = typeof text === 'string' ? new Date(text) : null;
  if (time === null || Number.isNaN(time.getTime())) {
    throw new SigningKeyError('has an activeFrom that is no ISO 8601 time');
  }
  return time;
}

/** RFC 7638: SHA-256 of the required members, in the order of their names, without white space. */
function thumbprint(x: string, y: string): string {
  return createHash('sha256').update(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`).digest('base64url');
}
