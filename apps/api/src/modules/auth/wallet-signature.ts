import { hashMessage, recoverAddress, size, slice, type Hex } from 'viem';

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
