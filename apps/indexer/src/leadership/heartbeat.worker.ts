import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { beat } from './writer-terms.js';
import { Session } from '../postgres/session.js';

/** The thread of `Heartbeat`. It imports little: it starts with each term. */
export interface HeartbeatTask {
  readonly connection: pg.ClientConfig;
  readonly epoch: string;
  /** Counts the turns of the process's event loop. */
  readonly turns: SharedArrayBuffer;
}

const BEAT_MS = 500;

/** A loop that has not turned for so long is stuck: another process is to try. */
const MAX_BUSY_MS = 60_000;

/** What the server may take for a heartbeat before its connection is replaced. */
const MAX_SILENCE_MS = 3_000;

const { connection, epoch, turns } = workerData as HeartbeatTask;
const turn = new Int32Array(turns);
const stop = new AbortController();
let session: Session | null = null;

function tell(error: unknown): void {
  if (!stop.signal.aborted) parentPort?.postMessage(error instanceof Error ? error.message : String(error));
}

async function connect(): Promise<Session> {
  const client = new pg.Client(connection);
  client.on('error', tell);
  await client.connect();
  return new Session(client, MAX_SILENCE_MS);
}

async function disconnect(): Promise<void> {
  // A connection that broke cannot be closed in good order; its error was told already.
  await session?.end().catch(() => undefined);
  session = null;
}

/** A connection that broke is opened anew; whether we are the writer still is for the next transaction to see. */
async function showBeat(): Promise<void> {
  try {
    session ??= await connect();
    await beat(session, epoch);
  } catch (error) {
    tell(error);
    await disconnect();
  }
}

parentPort?.once('message', () => {
  stop.abort();
});

let last = { turn: -1, at: performance.now() };
while (!stop.signal.aborted) {
  const now = { turn: Atomics.load(turn, 0), at: performance.now() };
  if (now.turn !== last.turn) last = now;
  if (now.at - last.at < MAX_BUSY_MS) await showBeat();
  await delay(BEAT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
}
await disconnect();
parentPort?.close();
