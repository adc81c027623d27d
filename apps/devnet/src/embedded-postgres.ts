import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  SHARED_STATE_FOLDER,
  isReachableByOthers,
  postgresAccount,
  type ProcessAccount,
} from './postgres-account.js';
import { postgresBinaries } from './postgres-binaries.js';
import { commandOf, processIdentity, stopProcess } from './process-identity.js';
import { WaitAborted, waitUntil } from './progress/wait-until.js';

/** Long enough for a start that reads the saved chain at the same time: that keeps this thread for a second or two. */
const CONNECTION_TIMEOUT_MS = 15_000;
const POLL_TIMEOUT_MS = 1_000;

export interface EmbeddedPostgresOptions {
  /** Where the data lives; a link to a reachable place when user `postgres` could not get here. */
  readonly folder: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** postgresql.conf settings, given on the command line. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** How to start a server on an initialised data folder. SIGINT is PostgreSQL's fast shutdown. */
export interface PostgresLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly account: ProcessAccount;
  /** The real data folder, links resolved: what to delete when the data is not to be kept. */
  readonly dataFolder: string;
  readonly stopSignal: 'SIGINT';
}

/** Makes the data folder when there is none, and clears the way after a server that was killed. */
export async function prepareEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<PostgresLaunch> {
  const account = postgresAccount();
  const bin = postgresBinaries(account.uid !== undefined);
  const dataFolder = findDataFolder(path.resolve(options.folder), account);
  if (!fs.existsSync(path.join(dataFolder, 'PG_VERSION')))
    await initialise(dataFolder, options, path.join(bin, 'initdb'), account);
  await clearStaleServer(dataFolder);
  const settings = {
    port: options.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = path.join(bin, 'postgres');
  return { command, args: ['-D', dataFolder, ...args], account, dataFolder, stopSignal: 'SIGINT' };
}

/** Waits until the server responds to a query. `isAlive` ends the wait early when the process is gone. */
export function waitForPostgres(url: string, timeoutMs: number, isAlive: () => boolean): Promise<void> {
  return waitUntil('PostgreSQL is ready', timeoutMs, async () => {
    if (!isAlive()) throw new WaitAborted('PostgreSQL ended while it was starting');
    await withClient(url, (client) => client.query('select 1'), POLL_TIMEOUT_MS);
    return true;
  });
}

export async function withClient<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = CONNECTION_TIMEOUT_MS,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The folder that holds the data: the one asked for or, where the server's account cannot reach it, a linked one. */
function findDataFolder(folder: string, account: ProcessAccount): string {
  const kind = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (kind?.isSymbolicLink() === true) return fs.readlinkSync(folder);
  if (kind !== undefined || account.uid === undefined || isReachableByOthers(path.dirname(folder)))
    return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const elsewhere = path.join(SHARED_STATE_FOLDER, `postgres-${name}`);
  // Without our link, the files there belong to a data folder that was deleted.
  fs.rmSync(elsewhere, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  fs.symlinkSync(elsewhere, folder);
  return elsewhere;
}

/** initdb beside the final place, then a rename, so that a killed start never leaves half a cluster. */
async function initialise(
  dataFolder: string,
  { user, password }: EmbeddedPostgresOptions,
  initdb: string,
  account: ProcessAccount,
): Promise<void> {
  const unfinished = `${dataFolder}.unfinished`;
  const passwordFile = `${dataFolder}.password`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    const { uid, gid } = account;
    if (uid !== undefined && gid !== undefined)
      for (const owned of [unfinished, passwordFile]) fs.chownSync(owned, uid, gid);
    const args = [
      ...[`--pgdata=${unfinished}`, `--username=${user}`, `--pwfile=${passwordFile}`],
      // The builtin provider sorts alike on every machine; the host's locales may be missing.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--auth=scram-sha-256', '--no-instructions'],
    ];
    const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };
    await promisify(execFile)(initdb, args, { ...account, cwd: '/', env });
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.rmSync(dataFolder, { recursive: true, force: true });
  fs.renameSync(unfinished, dataFolder);
}

/**
 * A server that outlived its parent is stopped. A lock file whose process is gone, or is another program by now, is removed:
 * PostgreSQL itself would refuse to start. A container gives the same small numbers again.
 */
async function clearStaleServer(dataFolder: string): Promise<void> {
  const lockFile = path.join(dataFolder, 'postmaster.pid');
  if (!fs.existsSync(lockFile)) return;
  const pid = Number.parseInt(fs.readFileSync(lockFile, 'utf8'), 10);
  const identity = pid > 0 ? processIdentity(pid) : null;
  const command = identity === null ? '' : commandOf(pid);
  if (identity !== null && command.includes('postgres') && command.includes(dataFolder))
    await stopProcess({ pid, identity }, 'SIGINT');
  else fs.rmSync(lockFile, { force: true });
}
