import { setImmediate } from 'node:timers/promises';
import type { Hex } from 'viem';
import { unwrapSignature } from '@slipway/chain';
import { toAddress, type Address } from '@slipway/domain';
import { checkSignInMessage, type SignInRefusal, type SignInRules } from './check-sign-in-message.js';
import { originOfUri, originsOfDomain } from './registered-origins.js';
import type { SignInMessage } from './sign-in-message.js';
import { recoverSigner, signedHash } from './wallet-signature.js';

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
