import { hashMessage, recoverAddress, type Hex } from 'viem';

/** Half of secp256k1's order: of the two `s` that fit a signature, wallets send the lower one (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const SIGNATURE_HEX_LENGTH = 2 + 65 * 2;

/** The hash that `personal_sign` signs (EIP-191). */
export function signedHash(message: string): Hex {
  return hashMessage(message);
}

/**
 * The account whose key made a 65-byte signature over a hash; null for every other form, such as EIP-2098 or the
 * twin with a high `s`, so that a signature has one spelling.
 */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<string | null> {
  if (signature.length !== SIGNATURE_HEX_LENGTH) return null;
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = Number(`0x${signature.slice(130)}`);
  if (s > HALF_ORDER || ![0, 1, 27, 28].includes(v)) return null;
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    // No point of the curve.
    return null;
  }
}
