import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type pg from 'pg';
import { peakMb } from '../../support/peak-mb.js';
import { cpuSeconds } from './cpu-seconds.js';
import type { Replay } from './replay.js';

const LOOK_MS = 50;

export interface ProgramRun {
  readonly seconds: number;
  readonly peakMb: number;
  readonly cpuSeconds: number;
}

/** Runs the real program over an empty database until it has the last block. */
export async function measureProgram(
  replay: Replay,
  databaseUrl: string,
  client: pg.Client,
): Promise<ProgramRun> {
  const child = spawn(process.execPath, ['dist/apps/indexer/src/main.js'], {
    env: { PATH: process.env['PATH'], RPC_URL: replay.url, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('"message":"indexing"')) resolve();
      });
    });
    const began = performance.now();
    while ((await indexedBlock(client)) < replay.blocks - 1) {
      if (child.exitCode !== null) throw new Error('the indexer ended');
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    const seconds = (performance.now() - began) / 1_000;
    return { seconds, peakMb: peakMb(child.pid ?? 0), cpuSeconds: cpuSeconds(child.pid ?? 0) };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

async function indexedBlock(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('SELECT block_number AS number FROM chain.head');
  return Number(rows[0]?.number ?? -1);
}
