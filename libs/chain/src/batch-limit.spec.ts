import { BatchLimit } from './batch-limit.js';

const sizes = (limit: BatchLimit): number[] =>
  limit.split(Array.from({ length: 100 }, () => 10)).map(([from, to]) => to - from);

describe('BatchLimit', () => {
  it('makes batches smaller of which more than a quarter is not served, and larger again while they are', () => {
    const limit = new BatchLimit();
    limit.accept(80, 100);
    expect(sizes(limit)).toEqual([100]);
    limit.accept(60, 100);
    expect(sizes(limit)).toEqual([50, 50]);
    for (let i = 0; i < 10; i += 1) limit.accept(50, 50);
    expect(sizes(limit)).toEqual([100]);
  });

  it('takes what is left of a batch for no sign of its size', () => {
    const limit = new BatchLimit();
    limit.accept(0, 2);
    expect(sizes(limit)).toEqual([100]);
  });

  it('remembers a size for good only when it was refused for that, or a smaller one was taken after it', () => {
    const outage = new BatchLimit();
    for (let i = 0; i < 3; i += 1) outage.noteFailure(100, false);
    for (let i = 0; i < 30; i += 1) outage.accept(1, 1);
    expect(sizes(outage)).toEqual([100]);
    const refusing = new BatchLimit();
    for (let i = 0; i < 2; i += 1) refusing.noteFailure(100, true);
    for (let i = 0; i < 30; i += 1) refusing.accept(50, 50);
    expect(sizes(refusing)).toEqual([50, 50]);
  });

  it('is as large as before when single calls fail likewise', () => {
    const limit = new BatchLimit();
    for (const calls of [100, 100, 50, 25, 1]) limit.noteFailure(calls, true);
    expect(sizes(limit)).toEqual([100]);
  });
});
