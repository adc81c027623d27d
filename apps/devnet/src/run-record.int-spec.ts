import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processIdentity } from './process-identity.js';
import { RunRecord } from './run-record.js';

const DEAD = { pid: 2 ** 22, identity: 'no process' };

describe('RunRecord', () => {
  let folder: string;
  let child: ChildProcess;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-run-'));
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
  });

  afterEach(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true });
  });

  it('refuses a folder that a living process has', async () => {
    const { record } = await RunRecord.take(folder);
    await expect(RunRecord.take(folder)).rejects.toThrow(`process ${process.pid} runs in ${folder} already`);
    record.release();
    const again = await RunRecord.take(folder);
    again.record.release();
  });

  it('stops the children of a killed run', async () => {
    await writeRun([{ ...recorded(), identity: processIdentity(child.pid!)! }]);
    const ended = once(child, 'exit');
    const { record, stopped } = await RunRecord.take(folder);
    expect(stopped).toEqual(['indexer']);
    expect((await ended)[1]).toBe('SIGTERM');
    record.release();
  });

  it("spares a process that was given a dead child's number", async () => {
    await writeRun([{ ...recorded(), identity: 'an earlier process' }]);
    const { record, stopped } = await RunRecord.take(folder);
    expect(stopped).toEqual([]);
    expect(child.exitCode).toBeNull();
    expect(child.signalCode).toBeNull();
    record.release();
  });

  it('keeps the children it is told of, in order', async () => {
    const { record } = await RunRecord.take(folder);
    record.add({ name: 'api', pid: child.pid!, stopSignal: 'SIGTERM' });
    record.add({ name: 'indexer', pid: DEAD.pid, stopSignal: 'SIGTERM' });
    const written = JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8')) as {
      children: unknown;
    };
    expect(written.children).toEqual([
      { name: 'api', pid: child.pid, identity: processIdentity(child.pid!), stopSignal: 'SIGTERM' },
    ]);
    record.release();
  });

  function recorded() {
    return { name: 'indexer', pid: child.pid, stopSignal: 'SIGTERM' };
  }

  function writeRun(children: unknown[]) {
    return writeFile(path.join(folder, 'run.json'), JSON.stringify({ supervisor: DEAD, children }));
  }
});
