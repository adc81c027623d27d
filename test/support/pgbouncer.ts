import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findProgram } from './find-program.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** Everything that this process started: none outlives it, however it ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The first that keeps prepared statements in transaction mode. */
const FIRST_MINOR = 21;

/** The installed version: `1.24.1`; undefined without any. */
export function pgBouncerVersion(): string | undefined {
  const program = findProgram('pgbouncer');
  if (program === undefined) return undefined;
  const text = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /(\d+\.\d+\.\d+)/.exec(text)?.[1];
}

/** Why what needs prepared statements cannot be tried here; null where it can. */
export function whyNoPreparedStatements(): string | null {
  const version = pgBouncerVersion();
  if (version === undefined) return 'pgbouncer is not installed (apt-get install pgbouncer)';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 1 || minor >= FIRST_MINOR) return null;
  return `pgbouncer is ${version}, and prepared statements need 1.${FIRST_MINOR}`;
}

/** PgBouncer before a PostgreSQL of a suite. */
export class PgBouncer {
  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param more settings beside those of the documents */
  static async start(
    databaseUrl: string,
    logins: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<PgBouncer> {
    const { hostname, port: target, pathname } = new URL(databaseUrl);
    const port = await freePort();
    const folder = await mkdtemp(path.join(tmpdir(), 'slipway-pgbouncer-'));
    await chmod(folder, 0o755);
    const users = Object.entries(logins).map(([login, password]) => `"${login}" "${password}"\n`);
    await writeFile(path.join(folder, 'users.txt'), users.join(''));
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      unix_socket_dir: '',
      auth_type: 'plain',
      auth_file: path.join(folder, 'users.txt'),
      pool_mode: 'transaction',
      default_pool_size: '5',
      ...more,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    const config = `[databases]\n* = host=${hostname} port=${target} dbname=${pathname.slice(1)}\n[pgbouncer]\n${lines.join('')}`;
    await writeFile(path.join(folder, 'pgbouncer.ini'), config);
    for (const name of ['users.txt', 'pgbouncer.ini']) await chmod(path.join(folder, name), 0o644);
    // It refuses to run as root.
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = spawn(findProgram('pgbouncer') ?? '', [path.join(folder, 'pgbouncer.ini')], {
      stdio: 'ignore',
      ...account,
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const bouncer = new PgBouncer(port, folder, child);
    const [login = '', password = ''] = Object.entries(logins)[0] ?? [];
    await until('pgbouncer starts', () => responds(bouncer.urlOf(login, password)));
    return bouncer;
  }

  urlOf(login: string, password: string): string {
    return `postgresql://${login}:${password}@127.0.0.1:${this.port}/postgres`;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 900 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
