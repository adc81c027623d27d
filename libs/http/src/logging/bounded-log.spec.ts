import { BoundedLog } from './bounded-log.js';

describe('BoundedLog', () => {
  it('writes a line a second, and how many it held back', () => {
    const lines: string[] = [];
    let now = 0;
    const log = new BoundedLog(
      (line) => lines.push(line),
      () => now,
    );
    for (const at of [0, 1, 999, 1_000, 1_500, 2_000, 9_000]) {
      now = at;
      log.line(`at ${at}`);
    }
    expect(lines).toEqual([
      'at 0',
      'at 1000; 2 more since the last such line',
      'at 2000; 1 more since the last such line',
      'at 9000',
    ]);
  });
});
