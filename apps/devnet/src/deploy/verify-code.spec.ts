import { hexToBytes, bytesToHex } from 'viem';
import { loadArtifact } from '../contracts/artifact.js';
import { isCodeOf } from './verify-code.js';

describe('isCodeOf', () => {
  const artifact = loadArtifact('Launchpad');
  const compiled = hexToBytes(artifact.deployedBytecode);
  /** Where 32 zeros stand behind a PUSH32: an immutable. */
  const immutable = artifact.deployedBytecode.indexOf(`7f${'00'.repeat(32)}`) / 2;

  const changed = (at: number): `0x${string}` => bytesToHex(compiled.with(at, (compiled[at] ?? 0) ^ 1));

  it('is true of the code as it was compiled, and with immutables filled in', () => {
    expect(immutable).toBeGreaterThan(0);
    expect(isCodeOf(artifact, artifact.deployedBytecode)).toBe(true);
    expect(isCodeOf(artifact, changed(immutable + 20))).toBe(true);
  });

  it('is false of every other change, of more or less, and of nothing', () => {
    for (const at of [0, 1, immutable - 1, compiled.length - 1])
      expect(isCodeOf(artifact, changed(at))).toBe(false);
    expect(isCodeOf(artifact, `${artifact.deployedBytecode}00`)).toBe(false);
    expect(isCodeOf(artifact, bytesToHex(compiled.slice(1)))).toBe(false);
    expect(isCodeOf(artifact, '0x')).toBe(false);
  });
});
