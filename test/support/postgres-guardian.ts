import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { prepareEmbeddedPostgres, waitForPostgres } from '../../apps/devnet/src/embedded-postgres.js';
import { freePort } from './free-port.js';
import { createTemplate } from './postgres-template.js';

/**
 * Owns the test run's PostgreSQL and its folder of temporary files, as a process of its own that `postgres-setup.mjs` starts. It stops
 * the server and deletes the folder as soon as its standard input closes. The kernel closes that however the test run ends, be it by
 * Ctrl-C or SIGKILL.
 */
const USER = 'slipway_test';
const PASSWORD = 'test';
const READY_TIMEOUT_MS = 500_000;

const MEMORY = '/dev/shm';
/** Bytes. A whole run had 0.8 GB at a time. */
const ROOM = 2 * 1024 ** 3;

/** Durability is not under test; speed is. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  autovacuum: 'on',
  // What a server may be set to; sessions of ours say what they need.
  timezone: process.env['TZ'] ?? 'UTC',
};

const parentIsGone = new Promise<void>((resolve) => {
  process.stdin.once('end', resolve).once('error', resolve).resume();
});
// Our output is not read once the test run is gone; that must not end us before the cleaning up.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const temporary = await mkdtemp(path.join(await findRoom(), 'slipway-tests-'));
// As root servers run as other users, who must be able to write here.
await chmod(temporary, 0o1777);
try {
  await servePostgres();
} finally {
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
}

/** Memory where there is plenty, unless TMPDIR names a place: a run makes and deletes half a million files (0380). */
async function findRoom(): Promise<string> {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY) || freemem() < 3 * ROOM) return tmpdir();
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize < ROOM ? tmpdir() : MEMORY;
}

async function servePostgres(): Promise<void> {
  const port = await freePort();
  const launch = await prepareEmbeddedPostgres({
    folder: path.join(temporary, 'postgres'),
    port,
    user: USER,
    password: PASSWORD,
    settings: SETTINGS,
  });
  const server = spawn(launch.command, launch.args, {
    ...launch.account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const url = `postgresql://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`;
    await waitForPostgres(url, READY_TIMEOUT_MS, () => server.exitCode === null);
    await createTemplate(url);
    process.stdout.write(`${JSON.stringify({ url, temporary })}\n`);
    await Promise.race([parentIsGone, ended]);
  } finally {
    server.kill(launch.stopSignal);
    await ended;
    // It may lie elsewhere, where the server's user can reach it.
    await rm(launch.dataFolder, { recursive: true, force: true });
  }
}
