import { coalesced } from './coalesced.js';

describe('coalesced', () => {
  /** A run that ends when told to. */
  function controlled() {
    const runs: (() => void)[] = [];
    const call = coalesced(() => new Promise((resolve) => runs.push(resolve)));
    return { runs, call };
  }

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('runs once more, and not oftener, for all that asked during a run', async () => {
    const { runs, call } = controlled();
    const calls = [call(), call(), call()];
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]?.();
    await Promise.all(calls);
    expect(runs).toHaveLength(2);
  });

  it('runs at once when nothing runs', async () => {
    const { runs, call } = controlled();
    const first = call();
    runs[0]?.();
    await first;
    void call();
    expect(runs).toHaveLength(2);
  });

  it('tells all who wait of a failure, and goes on with the next call', async () => {
    let fails = true;
    const call = coalesced(() => (fails ? Promise.reject(new Error('once')) : Promise.resolve()));
    await expect(Promise.all([call(), call()])).rejects.toThrow('once');
    fails = false;
    await expect(call()).resolves.toBeUndefined();
  });
});
