import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, cp, lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { migrate } from '@slipway/database';
import { prepareEmbeddedPostgres, waitForPostgres } from '../../apps/devnet/src/embedded-postgres.js';
import { postgresAccount } from '../../apps/devnet/src/postgres-account.js';
import { freePort } from '../support/free-port.js';
import { openClient } from '../support/pg-client.js';
import { until } from '../support/until.js';
import { print } from './figures.js';

const ACCOUNT = { user: 'slipway_test', password: 'test' };
const READY_TIMEOUT_MS = 500_000;

const running = new Set<ChildProcess>();
let folder = '';
process.once('exit', () => {
  for (const child of running) child.kill('SIGQUIT');
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

interface Server {
  readonly url: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

/** The whole database by an archive of its log: docs/operate/backups.md. */
describe('a base backup and archived WAL', () => {
  let archive: string;
  const servers: Server[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-wal-'));
    // As root the server runs as another user. That user must be able to enter it, and to write to the archive.
    await chmod(folder, 0o755);
    archive = path.join(folder, 'archive');
    await mkdir(archive);
    await chmod(archive, 0o777);
  });

  afterAll(async () => {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(name: string, settings: Readonly<Record<string, string>>): Promise<Server> {
    const port = await freePort();
    const launch = await prepareEmbeddedPostgres({
      folder: path.join(folder, name),
      port,
      ...ACCOUNT,
      settings: { shared_buffers: '32MB', max_connections: '20', fsync: 'off', ...settings },
    });
    const child = spawn(launch.command, launch.args, { ...launch.account, cwd: '/', stdio: 'ignore' });
    running.add(child);
    const ended = once(child, 'exit');
    void ended.then(() => running.delete(child));
    const server = {
      url: `postgresql://${ACCOUNT.user}:${ACCOUNT.password}@127.0.0.1:${port}/postgres`,
      dataFolder: launch.dataFolder,
      stop: async () => {
        child.kill('SIGINT');
        await ended;
      },
    };
    servers.push(server);
    await waitForPostgres(server.url, READY_TIMEOUT_MS, () => child.exitCode === null);
    return server;
  }

  /** The files of the server while it writes. Any tool may copy them between start and end of a backup. */
  async function copyBase(primary: Server, client: pg.Client, name: string): Promise<void> {
    const copy = path.join(folder, name);
    await client.query('SELECT pg_backup_start($1, true)', ['base']);
    await cp(primary.dataFolder, copy, {
      recursive: true,
      preserveTimestamps: true,
      // Its own log comes from the archive.
      filter: (file) => !/\/(pg_wal\/.+|postmaster\.(pid|opts))$/.test(file),
    });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(true)');
    await writeFile(path.join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(path.join(copy, 'recovery.signal'), '');
    await chmod(copy, 0o700);
    await chownLike(copy);
  }

  it('are restored to a point in time, just before a mistake', async () => {
    const primary = await start('primary', {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    });
    await migrate(primary.url);
    const client = await openClient(primary.url);
    await client.query(`INSERT INTO flags (name, enabled) VALUES ('before-base', true)`);
    await copyBase(primary, client, 'base');
    await client.query(`INSERT INTO flags (name, enabled) VALUES ('after-base', true)`);
    await client.query(`SELECT pg_create_restore_point('before_the_mistake')`);
    await client.query('DELETE FROM flags');
    await client.query(`INSERT INTO flags (name, enabled) VALUES ('after-mistake', true)`);
    const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    await client.end();
    const last = rows[0]?.file ?? '';
    await until('the log is archived', async () => (await readdir(archive)).includes(last));
    await primary.stop();

    const startedAt = performance.now();
    const restored = await start('base', {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_name: 'before_the_mistake',
      recovery_target_action: 'promote',
      archive_mode: 'off',
    });
    const reader = await openClient(restored.url);
    const isPrimary = async (): Promise<boolean> => {
      const state = await reader.query<{ inRecovery: boolean }>('SELECT pg_is_in_recovery() AS "inRecovery"');
      return state.rows[0]?.inRecovery === false;
    };
    await until('the restored server is a primary', isPrimary);
    print('restored to a point in time in', `${Math.round(performance.now() - startedAt)} ms`);
    const flags = await reader.query<{ name: string }>('SELECT name FROM flags ORDER BY name');
    expect(flags.rows.map(({ name }) => name)).toEqual(['after-base', 'before-base']);
    // A timeline of its own, so that nothing of the old one is taken for it: the control file names it since the next checkpoint.
    await reader.query(`INSERT INTO flags (name, enabled) VALUES ('goes-on', true)`);
    await reader.query('CHECKPOINT');
    const timeline = await reader.query<{ id: number }>(
      'SELECT timeline_id AS id FROM pg_control_checkpoint()',
    );
    await reader.end();
    expect(timeline.rows[0]?.id).toBeGreaterThan(1);
  });

  /** As root the copy belongs to root; the server wants files of its own. */
  async function chownLike(copy: string): Promise<void> {
    const { uid, gid } = postgresAccount();
    if (uid === undefined || gid === undefined) return;
    await lchown(copy, uid, gid);
    for (const name of await readdir(copy, { recursive: true }))
      await lchown(path.join(copy, name), uid, gid);
  }
});
