import type { SignInMessage } from './sign-in-message.js';

/** Why a well-formed message or its signature was refused: `details.reason` of a `siwe_rejected`. */
export type SignInRefusal =
  | 'domain_not_registered'
  | 'uri_not_registered'
  | 'wrong_chain'
  | 'issued_at_not_current'
  | 'expired'
  | 'not_yet_valid'
  | 'nonce_not_valid'
  | 'signature_not_valid';

export interface SignInRules {
  readonly chainId: number;
  readonly now: Date;
  /** How long ago, and how far ahead of our clock, a message may have been issued. */
  readonly issuedAt: { readonly maxAgeMs: number; readonly maxAheadMs: number };
}

/** What of a message can be checked from itself: chain and times. Null when nothing is wrong. */
export function checkSignInMessage(message: SignInMessage, rules: SignInRules): SignInRefusal | null {
  const now = rules.now.getTime();
  if (message.chainId !== rules.chainId) return 'wrong_chain';
  if (message.expirationTime !== null && now >= message.expirationTime.getTime()) return 'expired';
  if (message.notBefore !== null && now < message.notBefore.getTime()) return 'not_yet_valid';
  const ageMs = now - message.issuedAt.getTime();
  if (ageMs > rules.issuedAt.maxAgeMs || ageMs < -rules.issuedAt.maxAheadMs) return 'issued_at_not_current';
  return null;
}
