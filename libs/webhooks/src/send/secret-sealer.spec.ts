import { randomBytes } from 'node:crypto';
import { SecretSealer } from './secret-sealer.js';
import { newSecret } from './signature.js';

describe('SecretSealer', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const secret = newSecret();

  it('opens what it sealed, never twice in the same bytes', () => {
    const sealer = new SecretSealer([old]);
    const sealed = [sealer.seal(secret, 'a'), sealer.seal(secret, 'a')];
    expect(sealed.map((one) => sealer.open(one, 'a'))).toEqual([secret, secret]);
    expect(Buffer.compare(...(sealed as [Uint8Array, Uint8Array]))).not.toBe(0);
    expect(Buffer.from(sealed[0] ?? []).includes(Buffer.from(secret))).toBe(false);
  });

  it('opens what an older key sealed, and seals with the newest', () => {
    const both = new SecretSealer([next, old]);
    expect(both.open(new SecretSealer([old]).seal(secret, 'a'), 'a')).toBe(secret);
    expect(new SecretSealer([next]).open(both.seal(secret, 'a'), 'a')).toBe(secret);
  });

  it('opens nothing of another key, of another subscription, or that was changed or cut', () => {
    const sealer = new SecretSealer([old]);
    const sealed = sealer.seal(secret, 'a');
    expect(new SecretSealer([next]).open(sealed, 'a')).toBeNull();
    expect(sealer.open(sealed, 'b')).toBeNull();
    for (const at of sealed.keys()) {
      const changed = sealed.with(at, (sealed[at] ?? 0) ^ 1);
      expect(sealer.open(changed, 'a')).toBeNull();
    }
    for (const length of [0, 11, 12, 27, 28, sealed.length - 1])
      expect(sealer.open(sealed.subarray(0, length), 'a')).toBeNull();
  });

  it('takes keys of 32 bytes alone', () => {
    for (const keys of [[], [randomBytes(16)], [old, randomBytes(31)]])
      expect(() => new SecretSealer(keys)).toThrow('32 bytes');
  });
});
