import { AccessLog, type AccessRecord } from './access-log.js';

const record: AccessRecord = {
  requestId: 'r-1',
  method: 'GET',
  route: '/v1/apps/:tokenAddress',
  status: 200,
  durationMs: 1.23456,
  cache: 'hit',
  client: '192.0.2.0/24',
};

describe('AccessLog', () => {
  it('writes a JSON line a request', () => {
    const written: string[] = [];
    const log = new AccessLog((lines) => written.push(lines));
    log.record(record);
    log.record({ ...record, route: null });
    log.flush();
    const lines = written
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      expect.objectContaining({ ...record, durationMs: 1.235, level: 'log', context: 'Access' }),
      expect.objectContaining({ route: null }),
    ]);
  });

  it('says of a response that stayed open what it was, and why it ended', () => {
    const written: string[] = [];
    const log = new AccessLog((lines) => written.push(lines));
    const open = { frames: 7, bytes: 2_345, reason: 'slow' };
    log.record({ ...record, open });
    log.flush();
    expect(JSON.parse(written.join(''))).toMatchObject({ message: 'stream', requestId: 'r-1', ...open });
  });

  it('writes by itself before long', async () => {
    const line = new Promise<string>((resolve) => {
      new AccessLog(resolve).record(record);
    });
    expect(await line).toContain('"requestId":"r-1"');
  });
});
