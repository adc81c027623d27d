import { recover, type RecoveryIdType } from 'tiny-secp256k1';
import { bytesToHex, hashMessage, hexToBytes, type Hex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';

/** Half of secp256k1's order: of the two `s` that fit a signature, wallets send the lower one (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const SIGNATURE_HEX_LENGTH = 2 + 65 * 2;

/** Of a signature's last byte: wallets send 27 and 28, some libraries 0 and 1. */
const RECOVERY_IDS: ReadonlyMap<number, RecoveryIdType> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

/** The hash that `personal_sign` signs (EIP-191). */
export function signedHash(message: string): Hex {
  return hashMessage(message);
}

/**
 * The account whose key made a 65-byte signature over a hash. Null for every other form, such as EIP-2098 or the twin with a high
 * `s`: a signature has one spelling.
 */
export function recoverSigner(hash: Hex, signature: Hex): string | null {
  if (signature.length !== SIGNATURE_HEX_LENGTH) return null;
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const recoveryId = RECOVERY_IDS.get(Number(`0x${signature.slice(130)}`));
  if (s > HALF_ORDER || recoveryId === undefined) return null;
  try {
    const publicKey = recover(hexToBytes(hash), hexToBytes(signature).subarray(0, 64), recoveryId, false);
    return publicKey === null ? null : publicKeyToAddress(bytesToHex(publicKey));
  } catch {
    // `r` or `s` is no number below the curve's order, or zero.
    return null;
  }
}
