import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OwnPostgres } from '../../support/own-postgres.js';
import { seededRandom } from '../../support/market-activity.js';
import { generateMarket } from '../market/generate-market.js';
import { inventAddress } from '../market/invent-address.js';
import { loadPaths } from '../market/load-paths.js';
import type { MarketSize } from '../market/market-size.js';
import { median } from '../median.js';
import { LineChild } from './line-child.js';
import {
  cpuSecondsOf,
  heldKb,
  RAISED_LIMITS,
  Listeners,
  quantile,
  residentKb,
  startApi,
  tenTopics,
  untilArrived,
  Writer,
  type Arrived,
} from './parts.js';

/**
 * What the stream costs and how late it is: one API process, the indexer's own code that writes blocks, and connections of other
 * processes, all on this machine. Limits of connections are raised to 20,000; production allows 4,000 streams a process.
 *
 *     npm run bench -- stream                    all parts
 *     npm run bench -- stream latency,fan     those with such a word in their name
 *     npm run bench -- stream fan 2000        with other numbers of connections than 10,000
 */
const RUNS = 5;
const SIZE: MarketSize = { apps: 100, trades: 20_000, wallets: 1_000 };
const WORDS = (process.argv[2] ?? '').split(',');
const MANY = Number(process.argv[3] ?? 10_000);
const HEAD_AND_TRADES = ['/v1/stream?topics=head,trades'];

const folder = mkdtempSync(join(tmpdir(), 'bench-stream-'));
const stops: (() => unknown)[] = [
  () => {
    rmSync(folder, { recursive: true, force: true });
  },
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function makeMarket(ageSeconds = 0): Promise<OwnPostgres> {
  const postgres = await OwnPostgres.start({ shared_buffers: '256MB' });
  stops.unshift(() => postgres.remove());
  await generateMarket(postgres.url, SIZE, ageSeconds);
  return postgres;
}

/** Trades a second, in two blocks a second, told to a thousand listeners of ten topics each. */
async function latency(postgres: OwnPostgres): Promise<void> {
  const [perSecond, everyMs, seconds, count] = [100, 500, 8, 1_000];
  const api = await startApi(postgres, folder);
  const writer = await Writer.start(postgres.url, SIZE);
  const listeners = await Listeners.start(api.port);
  await writer.write(1);
  const random = seededRandom(20);
  const paths = Array.from({ length: count }, () => tenTopics(SIZE.apps, random));
  await listeners.open(paths, count);
  const runs: { p50: number; p99: number; deliveries: number }[] = [];
  for (let run = -1; run < RUNS; run += 1) {
    await listeners.ask('forget');
    const written = await writer.writeFor(seconds, perSecond / (1_000 / everyMs), everyMs);
    await delay(300);
    const { blocks } = await listeners.ask<{ blocks: [number, number[]][] }>('blocks');
    const told = new Map(blocks);
    const late = written.flatMap(({ number, at }) => (told.get(number) ?? []).map((time) => time - at));
    // The first run warms up.
    if (run >= 0) runs.push({ p50: quantile(late, 0.5), p99: quantile(late, 0.99), deliveries: late.length });
  }
  for (const stop of [listeners, writer]) stop.stop();
  await api.stop();
  const of = (key: 'p50' | 'p99' | 'deliveries'): string => median(runs.map((run) => run[key])).toFixed(0);
  say(
    `\nFrom a block's commit to its bytes at a client, ${perSecond} trades/s in a block each ${everyMs} ms, ${count} listeners of ten topics ` +
      `(the head; trades, candles, prices of three of ${SIZE.apps} apps by Zipf's law):\np50 ${of('p50')} ms, p99 ${of('p99')} ms ` +
      `(100 wanted); ${of('deliveries')} deliveries a run of ${seconds} s: every listener hears of every block, in one write`,
  );
}

interface FanOut {
  readonly perSecond: number;
  /** Microseconds of the server's CPU for one write. */
  readonly micros: number;
}

/** The same bytes to as many connections: of the API's process, and of node:http alone. */
async function fanOut(postgres: OwnPostgres): Promise<void> {
  const [trades, times] = [4, 3];
  const api = await startApi(postgres, folder);
  const bare = await LineChild.start('bare-sse-server');
  const writer = await Writer.start(postgres.url, SIZE);
  await writer.write(1);
  const ours = await Listeners.start(api.port);
  const theirs = await Listeners.start(Number(bare.first));
  await ours.open(HEAD_AND_TRADES, MANY);
  await theirs.open(['/'], MANY);
  let bytes = 0;
  const measure = async (pid: number, listeners: Listeners, send: () => unknown): Promise<FanOut> => {
    const cpu = cpuSecondsOf(pid);
    const spans: Arrived[] = [];
    for (let i = 0; i < times; i += 1) {
      await listeners.ask('forget');
      await send();
      spans.push(await untilArrived(listeners, MANY));
    }
    bytes = Math.round((spans[0]?.bytes ?? 0) / MANY);
    const span = spans.reduce((sum, { first, last }) => sum + last - first, 0);
    return {
      perSecond: (MANY * times * 1_000) / span,
      micros: ((cpuSecondsOf(pid) - cpu) * 1e6) / (MANY * times),
    };
  };
  const [api_, bare_]: [FanOut[], FanOut[]] = [[], []];
  for (let run = -1; run < RUNS; run += 1) {
    const one = await measure(api.pid, ours, () => writer.write(trades));
    const other = await measure(bare.pid, theirs, () => {
      bare.tell(String(bytes));
    });
    if (run < 0) continue;
    api_.push(one);
    bare_.push(other);
  }
  for (const stop of [ours, theirs, writer, bare]) stop.stop();
  await api.stop();
  const of = (runs: readonly FanOut[], key: keyof FanOut): number => median(runs.map((run) => run[key]));
  say(
    `\n${bytes} bytes to ${MANY} connections of one process, ${times} times a run: ${of(api_, 'perSecond').toFixed(0)} connections/s, bare node:http ` +
      `${of(bare_, 'perSecond').toFixed(0)}: ${(of(api_, 'perSecond') / of(bare_, 'perSecond')).toFixed(2)} (0.7 wanted)\n` +
      `CPU of the server for one write, reading the outbox and encoding included: ${of(api_, 'micros').toFixed(1)} us, bare ${of(bare_, 'micros').toFixed(1)}`,
  );
}

/** What an idle connection takes, once a process has grown to its working size and collected its garbage. */
async function memory(postgres: OwnPostgres): Promise<void> {
  const writer = await Writer.start(postgres.url, SIZE);
  await writer.write(1);
  writer.stop();
  const measure = async (pid: number, port: number, paths: readonly string[]): Promise<number> => {
    const listeners = await Listeners.start(port);
    await listeners.open(paths, MANY / 20);
    await listeners.ask('close');
    const before = await heldKb(pid);
    await listeners.open(paths, MANY);
    const kilobytes = ((await heldKb(pid)) - before) / MANY;
    listeners.stop();
    return kilobytes;
  };
  const [ours, bares]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const api = await startApi(postgres, folder);
    ours.push(await measure(api.pid, api.port, HEAD_AND_TRADES));
    await api.stop();
    const bare = await LineChild.start('bare-sse-server');
    bares.push(await measure(bare.pid, Number(bare.first), ['/']));
    bare.stop();
  }
  say(
    `\nResident memory of each of ${MANY} idle connections, after garbage collection: ${median(ours).toFixed(1)} KB (${ours.map((kb) => kb.toFixed(1)).join(', ')}), bare node:http ` +
      `${median(bares).toFixed(1)} KB: ${(median(ours) / median(bares)).toFixed(2)} (1.5 wanted)`,
  );
}

/** Connections that read nothing, while blocks are written: each is told that it is slow, and let go. */
async function unread(postgres: OwnPostgres): Promise<void> {
  const api = await startApi(postgres, folder);
  const writer = await Writer.start(postgres.url, SIZE);
  await writer.write(1);
  const listeners = await Listeners.start(api.port);
  await listeners.open(HEAD_AND_TRADES, MANY);
  await listeners.ask('pause');
  const before = residentKb(api.pid);
  let most = before;
  // What a connection is not read of lies in the kernel first: until that is full, nothing waits in the process.
  for (let i = 0; i < 60; i += 1) {
    await writer.write(100);
    most = Math.max(most, residentKb(api.pid));
    await delay(100);
  }
  const end = residentKb(api.pid);
  for (const stop of [listeners, writer]) stop.stop();
  await api.stop();
  const bound = (MANY * 256) / 1_024;
  say(
    `\n${MANY} connections that read nothing, 60 blocks of 100 trades: ${(before / 1_024).toFixed(0)} MB before, ${(most / 1_024).toFixed(0)} MB at most, ` +
      `${(end / 1_024).toFixed(0)} MB at the end; bound: 256 KB each, ${bound.toFixed(0)} MB more`,
  );
  if ((most - before) / 1_024 > bound)
    throw new Error('connections that read nothing went beyond their bound');
}

/** Reads beside listeners, while blocks are written, for those of an API without listeners. */
async function beside(postgres: OwnPostgres): Promise<void> {
  const count = Math.min(5_000, MANY);
  const [crowded, alone] = [await startApi(postgres, folder), await startApi(postgres, folder)];
  const writer = await Writer.start(postgres.url, SIZE);
  await writer.write(1);
  const listeners = await Listeners.start(crowded.port);
  const random = seededRandom(5);
  await listeners.open(
    Array.from({ length: 500 }, () => tenTopics(SIZE.apps, random)),
    count,
  );
  const paths = Array.from({ length: 60 }, (_, i) => `/apps/${inventAddress(`app ${i}`)}`);
  const measure = async (origin: string): Promise<number> => {
    const [load] = await Promise.all([loadPaths(`${origin}/v1`, paths, 4, 100), writer.writeFor(4, 50, 500)]);
    return load.p99;
  };
  const [with_, without]: [number[], number[]] = [[], []];
  for (let run = -1; run < RUNS; run += 1) {
    const [one, other] = [await measure(crowded.origin), await measure(alone.origin)];
    if (run < 0) continue;
    with_.push(one);
    without.push(other);
  }
  for (const stop of [listeners, writer]) stop.stop();
  await crowded.stop();
  await alone.stop();
  say(
    `\n/apps/{tokenAddress}, 100 requests/s, while 100 trades/s are written: p99 beside ${count} listeners of ten topics ` +
      `${median(with_).toFixed(1)} ms, without ${median(without).toFixed(1)} ms: ${(median(with_) / median(without)).toFixed(2)} (2 wanted)`,
  );
}

/** Entries that the outbox ever had. */
async function countEntries(postgres: OwnPostgres): Promise<number> {
  const client = await postgres.connect();
  const { rows } = await client.query<{ count: number }>(
    'SELECT coalesce(max(last_seq), 0)::float8 AS count FROM chain.outbox_state WHERE epoch IS NOT NULL',
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

/** The indexer's blocks with the outbox, and without: blocks of 20 minutes ago, of a backfill, are not told of. */
async function outbox(postgres: OwnPostgres): Promise<void> {
  const [trades, blocks] = [1_000, 12];
  const age = 20 * 60;
  const other = await makeMarket(age);
  const told = await Writer.start(postgres.url, SIZE);
  await told.write(1);
  const before = await countEntries(postgres);
  const untold = await Writer.start(other.url, SIZE, age);
  const measure = async (writer: Writer): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < blocks; i += 1) times.push((await writer.write(trades)).ms);
    return median(times);
  };
  const [with_, without]: [number[], number[]] = [[], []];
  for (let run = -1; run < RUNS; run += 1) {
    const [one, two] = [await measure(told), await measure(untold)];
    if (run < 0) continue;
    with_.push(one);
    without.push(two);
  }
  told.stop();
  untold.stop();
  const entries = blocks * (RUNS + 1) * (trades + 1);
  const [ofTold, ofUntold] = [await countEntries(postgres), await countEntries(other)];
  if (ofTold - before !== entries || ofUntold !== 0)
    throw new Error(`the outbox has ${ofTold - before} and ${ofUntold} entries, for ${entries} and none`);
  const cost = median(with_) / median(without) - 1;
  say(
    `\nThe indexer, a block of ${trades} trades and as many transfers: ${median(with_).toFixed(1)} ms with the outbox, ${median(without).toFixed(1)} ms without: ` +
      `${(cost * 100).toFixed(1)} % (5 wanted)`,
  );
}

const PARTS = { latency, fanOut, memory, unread, beside, outbox };

try {
  const postgres = await makeMarket();
  say(
    `limits of connections raised: ${RAISED_LIMITS}\n${SIZE.apps} apps, ${SIZE.trades} trades; medians of ${RUNS} runs, the first of all left out where a process warms up`,
  );
  for (const [name, measure] of Object.entries(PARTS))
    if (WORDS.some((word) => name.toLowerCase().includes(word.toLowerCase()))) await measure(postgres);
} finally {
  for (const stop of stops) await stop();
}
