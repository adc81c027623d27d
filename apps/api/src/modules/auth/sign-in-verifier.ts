import { hashMessage, type Hex, recoverAddress, size, slice } from 'viem';
import { setImmediate } from 'node:timers/promises';
import { type Address, toAddress } from '@slipway/domain';
import { unwrapSignature } from '@slipway/chain';
import type { SignInMessage } from './sign-in-message.js';
import { originOfUri, originsOfDomain } from './registered-origins.js';

/** Half of secp256k1's order: of the two `s` that fit a signature, wallets send the lower one (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** A signature's last byte: wallets send 27 and 28, some libraries 0 and 1. */
const RECOVERY_BYTES: ReadonlySet<number> = new Set([0, 1, 27, 28]);

/** The hash that `personal_sign` signs (EIP-191). */
export function signedHash(message: string): Hex {
  return hashMessage(message);
}

/**
 * The account whose key made a 65-byte signature over a hash. Null for every other form, such as EIP-2098 or the twin with a high
 * `s`: a signature has one spelling.
 */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<string | null> {
  if (size(signature) !== 65) return null;
  if (BigInt(slice(signature, 32, 64)) > HALF_ORDER) return null;
  if (!RECOVERY_BYTES.has(Number(slice(signature, 64)))) return null;
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    // `r` or `s` is no number below the curve's order, or zero.
    return null;
  }
}

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

/** What the verifier needs of the rest of the system. */
export interface SignInPorts {
  /** Which of some origins are registered now. */
  findRegistered(origins: readonly string[]): Promise<ReadonlySet<string>>;
  isNonceOpen(nonce: string): Promise<boolean>;
  /** Takes one of the few times that a contract may be asked about a nonce; false when there is none left. */
  spendContractCheck(nonce: string): Promise<boolean>;
  /** Uses a nonce up; false when another request did, or it expired. */
  consumeNonce(nonce: string): Promise<boolean>;
  /** Whether the contract wallet of an address calls a signature its own (EIP-1271, EIP-6492). */
  isContractSignature(wallet: Address, hash: Hex, signature: Hex): Promise<boolean>;
}

/** The signed message: the fields and the very text. */
export interface SignedMessage {
  readonly text: string;
  readonly message: SignInMessage;
  readonly signature: Hex;
}

/** Our own checks of a well-formed message and its signature; everything that parsing leaves to its caller. */
export class SignInVerifier {
  constructor(private readonly ports: SignInPorts) {}

  /**
   * Asks what costs least first: the message itself, two look-ups, the curve, the chain.
   *
   * @returns why it is refused; null when it is good, and its nonce is then used up
   */
  async refuse(signed: SignedMessage, rules: SignInRules): Promise<SignInRefusal | null> {
    const { message } = signed;
    return (
      checkSignInMessage(message, rules) ??
      (await this.checkOrigins(message)) ??
      ((await this.ports.isNonceOpen(message.nonce)) ? null : 'nonce_not_valid') ??
      (await this.checkSignature(signed)) ??
      ((await this.ports.consumeNonce(message.nonce)) ? null : 'nonce_not_valid')
    );
  }

  private async checkOrigins(message: SignInMessage): Promise<SignInRefusal | null> {
    const domains = originsOfDomain(message);
    const target = originOfUri(message.uri);
    const registered = await this.ports.findRegistered([...domains, ...(target === null ? [] : [target])]);
    if (!domains.some((origin) => registered.has(origin))) return 'domain_not_registered';
    return target !== null && registered.has(target) ? null : 'uri_not_registered';
  }

  /** A key's signature is checked here; only another signature may cost a call of the chain. */
  private async checkSignature({ text, message, signature }: SignedMessage): Promise<SignInRefusal | null> {
    const hash = signedHash(text);
    // Other requests have their turn between the parts of a sign-in.
    await setImmediate();
    const signer = await recoverSigner(hash, unwrapSignature(signature));
    await setImmediate();
    if (signer === message.address) return null;
    if (!(await this.ports.spendContractCheck(message.nonce))) return 'nonce_not_valid';
    const isContract = await this.ports.isContractSignature(toAddress(message.address), hash, signature);
    return isContract ? null : 'signature_not_valid';
  }
}
