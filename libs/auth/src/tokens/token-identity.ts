import type { Address } from '@slipway/domain';

/** Whom a valid access token speaks for. */
export interface TokenIdentity {
  /** The token's `sub`, EIP-55. */
  readonly wallet: Address;
  readonly jti: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}
