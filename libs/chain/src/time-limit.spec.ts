import { getEventListeners } from 'node:events';
import { TimeLimit } from './time-limit.js';

describe('TimeLimit', () => {
  it('ends the work with the program, and is not over then', () => {
    const program = new AbortController();
    const limit = new TimeLimit(10_000, program.signal);
    program.abort();
    expect([limit.signal.aborted, limit.isOver]).toEqual([true, false]);
    limit.lift();
  });

  it('ends the work at once when the program has ended', () => {
    const limit = new TimeLimit(10_000, AbortSignal.abort());
    expect(limit.signal.aborted).toBe(true);
    limit.lift();
  });

  it('ends the work when its time is over', async () => {
    const limit = new TimeLimit(1);
    await new Promise((resolve) => {
      limit.signal.addEventListener('abort', resolve);
    });
    expect(limit.isOver).toBe(true);
  });

  it("leaves nothing behind in the program's signal", () => {
    const { signal } = new AbortController();
    for (let i = 0; i < 3; i += 1) new TimeLimit(10_000, signal).lift();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
