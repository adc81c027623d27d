import { getBytes, keccak256 } from 'ethers';
import { LogsBloom } from './logs-bloom.js';
import type { RawLog } from './raw-log.js';

const ADDRESS = '0x22341ae42d6dd7384bc8584e50419ea3ac75b83f';
const OTHER = '0x000000000000000000000000000000000000dEaD';
const TOPIC = '0x04491edcd115127caedbd478e2e7895ed80c7847e903431f94f9cfa579cad47f';

/** Yellow Paper 4.3.1 in other words than the code under test: bits by the low 11 bits of the hash's first three pairs. */
function bloomOf(items: readonly string[], without = -1): `0x${string}` {
  let value = 0n;
  for (const item of items) {
    const hash = getBytes(keccak256(item));
    for (const pair of [0, 1, 2]) {
      if (pair !== without) value |= 1n << BigInt((hash[2 * pair]! * 256 + hash[2 * pair + 1]!) % 2_048);
    }
  }
  return `0x${value.toString(16).padStart(512, '0')}`;
}

describe('LogsBloom', () => {
  it('has nothing of a block without logs', () => {
    expect(LogsBloom.of(`0x${'0'.repeat(512)}`)).toBeNull();
  });

  it('knows what was logged, and no other', () => {
    const bloom = LogsBloom.of(bloomOf([ADDRESS]))!;
    expect(bloom.mayHave(ADDRESS)).toBe(true);
    expect(bloom.mayHave('0x22341AE42D6DD7384bc8584E50419Ea3aC75B83F')).toBe(true);
    expect(bloom.mayHave(TOPIC)).toBe(false);
    expect(bloom.chanceOfError()).toBeLessThan(1e-6);
    expect(LogsBloom.of(bloomOf([ADDRESS, TOPIC]))!.mayHave(TOPIC)).toBe(true);
  });

  it.each([0, 1, 2])('says no when only the bit of pair %i is missing', (pair) => {
    expect(LogsBloom.of(bloomOf([TOPIC], pair))!.mayHave(TOPIC)).toBe(false);
  });

  it('is explained by all logs of its block, and by no fewer', () => {
    const log = (address: string, topic: string): RawLog =>
      ({ address, topics: [topic] }) as unknown as RawLog;
    const bloom = LogsBloom.of(bloomOf([ADDRESS, TOPIC, OTHER]))!;
    expect(bloom.isExplainedBy([log(ADDRESS, TOPIC), log(OTHER, TOPIC)])).toBe(true);
    expect(bloom.isExplainedBy([log(ADDRESS, TOPIC)])).toBe(false);
    expect(bloom.isExplainedBy([])).toBe(false);
  });

  it('is not to be trusted when it is full', () => {
    expect(LogsBloom.of(`0x${'f'.repeat(512)}`)!.chanceOfError()).toBe(1);
  });
});
