import { setTimeout as sleep } from 'node:timers/promises';
import { inOrder, runInOrder } from './in-order.js';

const step = (table: string, needs: readonly string[] | 'all', milliseconds = 0, asksAtOnce = false) => ({
  ...{ table, needs, asksAtOnce },
  run: async (log: string[]) => {
    log.push(`+${table}`);
    await sleep(milliseconds);
    log.push(`-${table}`);
  },
});

describe('steps in order', () => {
  it('are refused where one needs another that is not above it', () => {
    expect(() => inOrder([step('a', ['b']), step('b', [])])).toThrow('a needs b above it');
    expect(() => inOrder([step('a', []), step('b', ['a'])])).not.toThrow();
  });

  it('wait for the ends of those that they need, and for no others', async () => {
    const log: string[] = [];
    await runInOrder([step('a', [], 20), step('b', ['a']), step('c', []), step('d', 'all')], log);
    expect(log.indexOf('+c')).toBeLessThan(log.indexOf('-a'));
    expect(log.slice(log.indexOf('-a'))).toEqual(['-a', '+b', '-b', '+d', '-d']);
  });

  it('do not wait for one that asks at once, but in the end', async () => {
    const log: string[] = [];
    await runInOrder([step('a', [], 20, true), step('b', ['a']), step('c', 'all')], log);
    expect(log).toEqual(['+a', '+b', '-b', '-a', '+c', '-c']);
  });

  it('do not begin after one that failed', async () => {
    const log: string[] = [];
    const failed = { table: 'a', needs: [], run: () => Promise.reject(new Error('no')) };
    await expect(runInOrder([failed, step('b', ['a'])], log)).rejects.toThrow('no');
    expect(log).toEqual([]);
  });
});
