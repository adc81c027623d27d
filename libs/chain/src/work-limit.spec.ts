import { TooMuchWorkError, WorkLimit } from './work-limit.js';

describe('WorkLimit', () => {
  it('runs so many at once, lets so many wait and refuses the rest, failed work or not', async () => {
    const limit = new WorkLimit(1, 1);
    let fail = (): void => undefined;
    const failing = new Promise<never>((_, reject) => {
      fail = () => {
        reject(new Error('no'));
      };
    });
    const first = limit.run(() => failing);
    const second = limit.run(() => Promise.resolve('second'));
    await expect(limit.run(() => Promise.resolve('third'))).rejects.toThrow(TooMuchWorkError);
    fail();
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe('second');
    expect(await limit.run(() => Promise.resolve('fourth'))).toBe('fourth');
  });
});
