import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../test/support/free-port.js';
import { withClient } from '../../../test/support/pg-client.js';
import { type PostgresLaunch, prepareEmbeddedPostgres, waitForPostgres } from './embedded-postgres.js';
import { SHARED_STATE_FOLDER } from './postgres-account.js';

const isRoot = process.getuid?.() === 0;

describe('prepareEmbeddedPostgres', () => {
  let folder: string;
  let launch: PostgresLaunch | undefined;
  let server: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-postgres-'));
    await chmod(folder, 0o755);
  });

  afterEach(async () => {
    if (server !== undefined) await end(server, 'SIGINT');
    if (launch !== undefined) await rm(launch.dataFolder, { recursive: true, force: true });
    await rm(folder, { recursive: true });
    server = undefined;
    launch = undefined;
  });

  it('starts again after a SIGKILL, with what was committed', async () => {
    const first = await start();
    await query(first, 'create table kept (n int)');
    await end(server!, 'SIGKILL');
    const second = await start();
    expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  });

  it('stops the server that a killed parent left in the folder', async () => {
    await start();
    const left = server!;
    const ended = once(left, 'exit');
    await start();
    await ended;
    expect(left.exitCode).toBe(0);
  });

  // A private home of root's: user postgres has no way into it.
  (isRoot ? it : it.skip)(
    `keeps its data in a reachable place when the folder is private${isRoot ? '' : ' [skipped: only root changes accounts]'}`,
    async () => {
      await chmod(folder, 0o700);
      const url = await start();
      expect(await query(url, "select current_setting('server_encoding') as encoding")).toEqual([
        { encoding: 'UTF8' },
      ]);
      expect((await lstat(path.join(folder, 'data'))).isSymbolicLink()).toBe(true);
      expect(launch?.dataFolder).toContain(SHARED_STATE_FOLDER);
    },
  );

  async function start() {
    const port = await freePort();
    launch = await prepareEmbeddedPostgres({
      folder: path.join(folder, 'data'),
      port,
      user: 'me',
      password: 'secret',
    });
    const started = spawn(launch.command, launch.args, { ...launch.account, cwd: '/', stdio: 'ignore' });
    server = started;
    const url = `postgresql://me:secret@127.0.0.1:${port}/postgres`;
    await waitForPostgres(url, 500_000, () => started.exitCode === null);
    return url;
  }
});

async function end(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  return (await withClient(url, (client) => client.query<Record<string, unknown>>(sql))).rows;
}
