import { hexToBytes, type Hex } from 'viem';
import type { Artifact } from '../contracts/artifact.js';

const PUSH1 = 0x60;
const PUSH32 = 0x7f;

/**
 * Whether code on a chain is what the artifact's becomes: the same but for immutables, which the compiler leaves as 32 zeros
 * behind a PUSH32 and the constructor fills in.
 */
export function isCodeOf({ deployedBytecode }: Pick<Artifact, 'deployedBytecode'>, code: Hex): boolean {
  const ours = hexToBytes(deployedBytecode);
  const theirs = hexToBytes(code);
  if (ours.length !== theirs.length) return false;
  for (let i = 0; i < ours.length; i += 1) {
    const opcode = ours[i] ?? 0;
    if (opcode !== theirs[i]) return false;
    if (opcode < PUSH1 || opcode > PUSH32) continue;
    const end = i + 1 + opcode - PUSH1 + 1;
    const operand = ours.subarray(i + 1, end);
    const isImmutable = opcode === PUSH32 && operand.every((byte) => byte === 0);
    if (!isImmutable && !operand.every((byte, j) => byte === theirs[i + 1 + j])) return false;
    i = end - 1;
  }
  return true;
}
