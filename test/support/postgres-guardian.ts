import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareEmbeddedPostgres, waitForPostgres } from '../../apps/devnet/src/embedded-postgres.js';
import { freePort } from './free-port.js';
import { createTemplate } from './postgres-template.js';

/**
 * Owns the test run's PostgreSQL, as a process of its own that `postgres-setup.mjs` starts. It stops the server and deletes the
 * data as soon as its standard input closes. The kernel closes that however the test run ends, be it by Ctrl-C or SIGKILL.
 */
const USER = 'slipway_test';
const PASSWORD = 'test';
const READY_TIMEOUT_MS = 30_000;

/** Durability is not under test; speed is. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  autovacuum: 'on',
  timezone: 'UTC',
};

const parentIsGone = new Promise<void>((resolve) => {
  process.stdin.once('end', resolve).once('error', resolve).resume();
});
// Our output is not read once the test run is gone; that must not end us before the cleaning up.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const temporary = await mkdtemp(path.join(tmpdir(), 'slipway-test-postgres-'));
// As root the server runs as another user, who must be able to enter it.
await chmod(temporary, 0o755);
try {
  await servePostgres(path.join(temporary, 'data'));
} finally {
  await rm(temporary, { recursive: true, force: true });
}

async function servePostgres(folder: string): Promise<void> {
  const port = await freePort();
  const launch = await prepareEmbeddedPostgres({
    folder,
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
    process.stdout.write(`${url}\n`);
    await Promise.race([parentIsGone, ended]);
  } finally {
    server.kill(launch.stopSignal);
    await ended;
    await rm(launch.dataFolder, { recursive: true, force: true });
  }
}
