import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type pg from 'pg';
import { peakMb } from '../../support/peak-mb.js';
import { cpuSeconds, threadSeconds } from './cpu-seconds.js';
import type { Replay } from './replay.js';

const LOOK_MS = 50;

export interface ProgramRun {
  readonly seconds: number;
  readonly peakMb: number;
  /** Seconds of a core: the indexer's JavaScript threads, its other ones, the server's connections, and the replay. */
  readonly cpu: Readonly<Record<'main' | 'others' | 'server' | 'replay', number>>;
}

export interface Program {
  /** Where a built tree is. */
  readonly folder: string;
  /** For more than its path: options of Node. */
  readonly nodeOptions?: readonly string[];
}

/** Runs the real program over an empty database until it has the last block. */
export function measureProgram(
  program: Program,
  replay: Replay,
  databaseUrl: string,
  client: pg.Client,
): Promise<ProgramRun> {
  return running(program, replay, databaseUrl, async (pid, untilIndexed) => {
    const began = performance.now();
    const replayed = cpuSeconds(replay.pid);
    await untilIndexed(client, replay.blocks - 1);
    const seconds = (performance.now() - began) / 1_000;
    const main = threadSeconds(pid, pid);
    const others = cpuSeconds(pid) - main;
    const cpu = {
      main,
      others,
      server: await serverSeconds(client),
      replay: cpuSeconds(replay.pid) - replayed,
    };
    return { seconds, peakMb: peakMb(pid), cpu };
  });
}

/** The same for the second half of the chain, which comes when the index is level with the first, all its keys built. @returns seconds */
export function measureWithKeys(
  program: Program,
  replay: Replay,
  databaseUrl: string,
  client: pg.Client,
): Promise<number> {
  replay.mine('half');
  return running(program, replay, databaseUrl, async (_, untilIndexed) => {
    await untilIndexed(client, Math.floor(replay.blocks / 2) - 1);
    replay.mine('all');
    const began = performance.now();
    await untilIndexed(client, replay.blocks - 1);
    return (performance.now() - began) / 1_000;
  });
}

type UntilIndexed = (client: pg.Client, block: number) => Promise<void>;

async function running<T>(
  { folder, nodeOptions = [] }: Program,
  replay: Replay,
  databaseUrl: string,
  measure: (pid: number, untilIndexed: UntilIndexed) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [...nodeOptions, 'dist/apps/indexer/src/main.js'], {
    cwd: path.resolve(folder),
    env: { PATH: process.env['PATH'], RPC_URL: replay.url, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  const ended = once(child, 'exit');
  try {
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('"message":"indexing"')) resolve();
      });
    });
    return await measure(pid, async (client, block) => {
      while ((await indexedBlock(client)) < block) {
        if (child.exitCode !== null) throw new Error('the indexer ended');
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    });
  } finally {
    // With a profile to write, it ends by itself.
    child.kill(nodeOptions.length > 0 ? 'SIGTERM' : 'SIGKILL');
    await ended;
  }
}

/** Of all connections but this one. */
async function serverSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}

async function indexedBlock(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('SELECT block_number AS number FROM chain.head');
  return Number(rows[0]?.number ?? -1);
}
