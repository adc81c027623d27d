import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { migrate } from '@slipway/database';
import {
  prepareEmbeddedPostgres,
  waitForPostgres,
  type PostgresLaunch,
} from '../../apps/devnet/src/embedded-postgres.js';
import { freePort } from './free-port.js';
import { openClient } from './pg-client.js';
import { until } from './until.js';

const READY_TIMEOUT_MS = 500_000;
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  max_connections: '100',
  shared_buffers: '32MB',
  // Of the log, what a standby that begins lacks.
  wal_keep_size: '256MB',
};

/** Everything that this process started: none outlives it, however it ends, nor does what it wrote. */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGQUIT');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});
// A signal without a listener ends a process without its exit handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-chaos-'));
  folders.add(folder);
  // As root the server runs as another user, who must be able to enter it.
  await chmod(folder, 0o755);
  return folder;
}

/** A migrated PostgreSQL that a suite may stop, freeze and start: no other suite uses it. */
export class OwnPostgres {
  private server: ChildProcess | null = null;

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly launch: PostgresLaunch,
  ) {}

  /** @param more settings of the server beside those of all suites */
  static async start(more: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
    const postgres = await OwnPostgres.prepare(await makeFolder(), more);
    await postgres.start();
    await migrate(postgres.url);
    return postgres;
  }

  /**
   * A standby of this server, which streams its log. PostgreSQL's packages on npm have no `pg_basebackup`: the folder is copied as
   * its manual says for a backup by hand.
   *
   * @param more settings of the standby beside those of all suites
   */
  async startStandby(more: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
    const folder = await makeFolder();
    const data = path.join(folder, 'data');
    const client = await this.connect();
    try {
      await client.query(`SELECT pg_backup_start('standby', fast => true)`);
      // With its owner, which is not ours when root runs the suite.
      await promisify(execFile)('cp', ['-a', this.launch.dataFolder, data]);
      for (const left of ['postmaster.pid', 'postmaster.opts'])
        await rm(path.join(data, left), { force: true });
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      );
      const { uid, gid } = this.launch.account;
      const told = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' };
      for (const [name, text] of Object.entries(told)) {
        await writeFile(path.join(data, name), text);
        if (uid !== undefined && gid !== undefined) await chown(path.join(data, name), uid, gid);
      }
    } finally {
      await client.end();
    }
    const { hostname, port, username, password } = new URL(this.url);
    const standby = await OwnPostgres.prepare(folder, {
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`,
      ...more,
    });
    await standby.start();
    return standby;
  }

  private static async prepare(folder: string, more: Readonly<Record<string, string>>): Promise<OwnPostgres> {
    const port = await freePort();
    const account = { user: 'slipway_test', password: 'test' };
    const launch = await prepareEmbeddedPostgres({
      folder: path.join(folder, 'data'),
      port,
      ...account,
      settings: { ...SETTINGS, ...more },
    });
    folders.add(launch.dataFolder);
    const url = `postgresql://${account.user}:${account.password}@127.0.0.1:${port}/postgres`;
    return new OwnPostgres(url, folder, launch);
  }

  /** Of the server, whose children the other processes are; 0 while it is not running. */
  get pid(): number {
    return this.server?.pid ?? 0;
  }

  /** A standby becomes a primary of its own. */
  async promote(): Promise<void> {
    const client = await this.connect();
    await client.query('SELECT pg_promote()');
    await client.end();
  }

  /** Waits until a standby has replayed all that this server wrote so far. */
  async untilReplayed(standby: OwnPostgres): Promise<void> {
    const [ours, theirs] = await Promise.all([this.connect(), standby.connect()]);
    try {
      const { rows } = await ours.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
      await until('the standby has replayed it', async () => {
        const behind = 'SELECT pg_last_wal_replay_lsn() < $1::pg_lsn AS "isBehind"';
        const { rows: found } = await theirs.query<{ isBehind: boolean }>(behind, [rows[0]?.lsn]);
        return found[0]?.isBehind === false;
      });
    } finally {
      await Promise.all([ours.end(), theirs.end()]);
    }
  }

  async start(): Promise<void> {
    const { command, args, account } = this.launch;
    const server = spawn(command, args, { ...account, cwd: '/', stdio: 'ignore' });
    running.add(server);
    server.once('exit', () => running.delete(server));
    this.server = server;
    await waitForPostgres(this.url, READY_TIMEOUT_MS, () => server.exitCode === null);
  }

  /** @param signal SIGINT shuts down fast, SIGQUIT at once, as a crash would */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  /** Every process of the server stands still: the kernel accepts connections, and no reply comes. */
  async freeze(): Promise<void> {
    await this.signalAll('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.signalAll('SIGCONT');
  }

  /** A connection with all rights, for the test itself. */
  async connect(): Promise<pg.Client> {
    const client = await openClient(this.url);
    client.on('error', () => undefined);
    return client;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.launch.dataFolder, { recursive: true, force: true });
    await rm(this.folder, { recursive: true, force: true });
  }

  private async signalAll(signal: NodeJS.Signals): Promise<void> {
    const parent = this.server?.pid;
    if (parent === undefined) throw new Error('the server is not running');
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    for (const pid of pids) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const parentOf = Number(/^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1]);
      if (parentOf === parent) process.kill(Number(pid), signal);
    }
    process.kill(parent, signal);
  }
}
