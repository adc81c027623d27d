import { setImmediate as nextTurn } from 'node:timers/promises';
import { inOrder, runInOrder } from './in-order.js';

/** @param last the line in the log that it ends after */
const step = (table: string, needs: readonly string[] | 'all', last = `+${table}`, asksAtOnce = false) => ({
  ...{ table, needs, asksAtOnce },
  run: async (log: string[]) => {
    log.push(`+${table}`);
    do await nextTurn();
    while (!log.includes(last));
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
    await runInOrder([step('a', [], '-c'), step('b', ['a']), step('c', []), step('d', 'all')], log);
    expect(log.slice(log.indexOf('-a'))).toEqual(['-a', '+b', '-b', '+d', '-d']);
  });

  it('do not wait for one that asks at once, but in the end', async () => {
    const log: string[] = [];
    await runInOrder([step('a', [], '-b', true), step('b', ['a']), step('c', 'all')], log);
    expect(log).toEqual(['+a', '+b', '-b', '-a', '+c', '-c']);
  });

  it('do not begin after one that failed', async () => {
    const log: string[] = [];
    const failed = { table: 'a', needs: [], run: () => Promise.reject(new Error('no')) };
    await expect(runInOrder([failed, step('b', ['a'])], log)).rejects.toThrow('no');
    expect(log).toEqual([]);
  });
});
