import type { Address } from '#values';

/** A nonce that one sign-in may use. */
export interface Nonce {
  readonly nonce: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** A message for a wallet to sign. */
export interface Challenge extends Nonce {
  /** EIP-4361, ready for `personal_sign`. */
  readonly message: string;
}

export interface AccessTokenAnswer {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds. */
  readonly expiresIn: number;
  readonly expiresAt: string;
  readonly address: Address;
}

/** What a token says of itself. */
export interface Session {
  readonly address: Address;
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** What a wallet may be asked to sign for; what is absent follows from this API's own address. */
export interface ChallengeRequest {
  readonly address: Address;
  readonly domain: string | undefined;
  readonly uri: string | undefined;
  readonly chainId: number | undefined;
}
