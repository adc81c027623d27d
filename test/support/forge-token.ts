import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { SigningKeySet } from '@slipway/auth';

type Members = Readonly<Record<string, unknown>>;

/** Makes tokens that the API would never make, under its own key or another. */
export class TokenForge {
  readonly privateKey: KeyObject;
  readonly kid: string;
  readonly publicPem: string;

  /**
   * @param keys the API's `JWT_SIGNING_KEYS`
   * @param claims what a good token would say
   */
  constructor(
    keys: string,
    private readonly claims: Members,
  ) {
    const { kid, privatePem, publicPem } = SigningKeySet.parse(keys).signer(new Date());
    this.privateKey = createPrivateKey(privatePem);
    this.kid = kid;
    this.publicPem = publicPem;
  }

  /** Header and claims as they are signed; a member of `undefined` is left out. */
  input(header: Members = {}, claims: Members = {}): string {
    const full = { alg: 'ES256', typ: 'at+jwt', kid: this.kid, ...header };
    return `${encode(full)}.${encode({ ...this.claims, ...claims })}`;
  }

  /** A token with any header and claims, signed as the API signs. */
  token(header: Members = {}, claims: Members = {}, key: KeyObject = this.privateKey): string {
    const input = this.input(header, claims);
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }
}

/** The claims in a token, unchecked. */
export function readClaims(token: string): Record<string, unknown> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return JSON.parse(claims) as Record<string, unknown>;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
