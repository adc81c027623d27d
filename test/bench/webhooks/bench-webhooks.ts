import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { PrismaService } from '@slipway/database';
import { SecretSealer, newSecret } from '@slipway/webhooks';
import { Planner } from '../../../apps/webhooks/src/plan/planner.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { ProgramProcess } from '../../support/program-process.js';
import { withClient } from '../../support/pg-client.js';
import { throwIt } from '../../support/throw-it.js';
import { until } from '../../support/until.js';
import { inventAddress } from '../market/invent-address.js';
import { generateMarket } from '../market/generate-market.js';
import type { MarketSize } from '../market/market-size.js';
import { median } from '../median.js';
import { Listeners, quantile, startApi, Writer } from '../stream/parts.js';

/**
 * How late webhooks are, and what it costs to find who is told: the indexer's own code that writes blocks, a worker, and receivers on loopback
 * addresses of their own, all on this machine.
 *
 *     npm run bench -- webhooks               all parts
 *     npm run bench -- webhooks latency       one of them: latency, matching, beside
 */
const RUNS = 5;
const SIZE: MarketSize = { apps: 2_000, trades: 20_000, wallets: 10_000 };
const WORD = process.argv[2] ?? '';
const KEY = Buffer.alloc(32, 7);
const FINALITY_BLOCKS = 64;

const folder = mkdtempSync(join(tmpdir(), 'bench-webhooks-'));
const sealer = new SecretSealer([KEY]);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @param filters of each: as many tokens or wallets of the market @param url of each */
async function subscribe(
  databaseUrl: string,
  count: number,
  filters: number,
  url: (i: number) => string,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('SET search_path = chain, public');
    await client.query(
      `INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute, has_webhooks)
      VALUES ('bench', decode(repeat('ab', 32), 'hex'), 1, 1, true) ON CONFLICT DO NOTHING`,
    );
    for (let i = 0; i < count; i++) {
      const { rows } = await client.query<{ id: string }>('SELECT gen_random_uuid() AS id');
      const { id } = rows[0]!;
      const kind = i % 2 === 0 ? 'token' : 'wallet';
      const addresses = Array.from({ length: filters }, (_, n) =>
        kind === 'token'
          ? inventAddress(`app ${(i * 37 + n * 19) % SIZE.apps}`)
          : inventAddress(`trader ${(i * 101 + n * 97) % SIZE.wallets}`),
      );
      await client.query(
        `WITH made AS (
          INSERT INTO webhook_subscriptions (id, builder, url, types, finality, secret_sealed, planned_block, created_at_block)
          SELECT $1, 'bench', $2, ARRAY['trade', 'launch', 'graduation'], 'pending', $3, block_number, block_number + 1 FROM head
        )
        INSERT INTO webhook_filters SELECT DISTINCT $1::uuid, $4, unnest($5::text[])`,
        [id, url(i), sealer.seal(newSecret(), id), kind, addresses],
      );
    }
    await client.query('ANALYZE webhook_subscriptions, webhook_filters');
  });
}

/** @param onBlock hears of each message; null: nothing is answered */
async function startReceivers(count: number, onBlock: ((block: number) => void) | null): Promise<Server[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const server = createServer((request, response) => {
        let first = '';
        request.on('data', (chunk: Buffer) => (first ||= chunk.toString('latin1', 0, 400)));
        request.on('end', () => {
          if (onBlock === null) return;
          onBlock(Number(/"block":(\d+)/.exec(first)?.[1]));
          response.writeHead(204).end();
        });
      });
      server.listen(0, `127.0.${1 + Math.floor(i / 200)}.${1 + (i % 200)}`);
      await once(server, 'listening');
      return server;
    }),
  );
}

async function startWorker(postgres: OwnPostgres): Promise<ProgramProcess> {
  const worker = new ProgramProcess('dist/apps/webhooks/main.js', {
    DATABASE_URL: postgres.url,
    FINALITY: String(FINALITY_BLOCKS),
    WEBHOOK_SECRET_KEY: KEY.toString('base64'),
  });
  await until('the worker works', () => worker.log.includes('working'));
  return worker;
}

/** A hundred trades a second, in two blocks a second, told to a hundred receivers, and to as many listeners of the stream. */
async function latency(postgres: OwnPostgres): Promise<void> {
  const [perSecond, everyMs, seconds, count] = [100, 500, 8, 100];
  const writer = await Writer.start(postgres.url, SIZE);
  await writer.write(1);
  let told = new Map<number, number[]>();
  const receivers = await startReceivers(count, (block) => {
    told.set(block, [...(told.get(block) ?? []), Date.now()]);
  });
  await subscribe(postgres.url, count, 0, (i) => {
    const { address, port } = receivers[i]!.address() as AddressInfo;
    return `http://${address}:${port}/`;
  });
  const worker = await startWorker(postgres);
  const api = await startApi(postgres, folder);
  const listeners = await Listeners.start(api.port);
  await listeners.open(['/v1/stream?topics=head,trades'], count);
  const runs: { hooks: number[]; stream: number[] }[] = [];
  for (let run = -1; run < RUNS; run += 1) {
    await listeners.ask('forget');
    told = new Map();
    const written = await writer.writeFor(seconds, perSecond / (1_000 / everyMs), everyMs);
    const isTold = (): boolean => [...told.values()].flat().length >= written.length * count;
    await until('every receiver was told of every block', isTold, 30_000);
    const { blocks } = await listeners.ask<{ blocks: [number, number[]][] }>('blocks');
    const late = (arrived: ReadonlyMap<number, readonly number[]>): number[] =>
      written.flatMap(({ number, at }) => (arrived.get(number) ?? []).map((time) => time - at));
    // The first run warms up.
    if (run >= 0) runs.push({ hooks: late(told), stream: late(new Map(blocks)) });
  }
  for (const stop of [listeners, writer]) stop.stop();
  await api.stop();
  await worker.end();
  for (const receiver of receivers) receiver.close();
  const of = (key: 'hooks' | 'stream', share: number): string =>
    median(runs.map((run) => quantile(run[key], share))).toFixed(0);
  say(
    `\nFrom a block's commit to its receivers, ${perSecond} trades/s in a block each ${everyMs} ms, ${count} subscriptions to all of them, one worker: ` +
      `p50 ${of('hooks', 0.5)} ms, p99 ${of('hooks', 0.99)} ms (250 wanted); as many listeners of the stream p50 ${of('stream', 0.5)} ms, p99 ${of('stream', 0.99)} ms`,
  );
}

interface Times {
  /** Milliseconds: the median block. */
  readonly write: number;
  /** Milliseconds, p99. */
  readonly stream: number;
}

/** A round of planning: a thousand subscriptions of a hundred tokens or wallets each, a block of a thousand trades. */
async function matching(postgres: OwnPostgres): Promise<void> {
  const [count, filters, trades] = [1_000, 100, 1_000];
  const writer = await Writer.start(postgres.url, SIZE);
  await writer.write(1);
  await subscribe(postgres.url, count, filters, () => 'https://a.example.com/');
  const prisma = new PrismaService(
    { url: postgres.url, role: 'slipway_webhooks', size: 2, statementTimeoutMs: 30_000 },
    throwIt,
  );
  const planner = new Planner(prisma, FINALITY_BLOCKS);
  const [full, empty]: [number[], number[]] = [[], []];
  let deliveries = 0;
  for (let run = -2; run < RUNS; run += 1) {
    for (const times of [full, empty]) {
      await writer.write(times === full ? trades : 1);
      const began = performance.now();
      const round = await planner.plan();
      if (run >= 0) times.push(performance.now() - began);
      if (times === full) ({ deliveries } = round);
    }
  }
  writer.stop();
  await prisma.$close();
  say(
    `\n${count} subscriptions of ${filters} tokens or wallets each, a block of ${trades} trades: planned in ${median(full).toFixed(0)} ms ` +
      `(${full.map((ms) => ms.toFixed(0)).join(', ')}), ${deliveries} deliveries; of one trade ${median(empty).toFixed(0)} ms`,
  );
}

/** What the indexer and the API lose to a worker that has a thousand subscriptions, whose receivers never answer: beside one that stands still. */
async function beside(postgres: OwnPostgres): Promise<void> {
  const [count, filters, perSecond, everyMs, seconds, listening] = [1_000, 100, 100, 500, 8, 20];
  const writer = await Writer.start(postgres.url, SIZE);
  await writer.write(1);
  const receivers = await startReceivers(20, null);
  await subscribe(postgres.url, count, filters, (i) => {
    const { address, port } = receivers[i % receivers.length]!.address() as AddressInfo;
    return `http://${address}:${port}/`;
  });
  const worker = await startWorker(postgres);
  const api = await startApi(postgres, folder);
  const listeners = await Listeners.start(api.port);
  await listeners.open(['/v1/stream?topics=head,trades'], listening);
  const times = { without: [] as Times[], beside: [] as Times[] };
  for (let run = -1; run < RUNS; run += 1)
    for (const side of ['without', 'beside'] as const) {
      worker.signal(side === 'beside' ? 'SIGCONT' : 'SIGSTOP');
      await listeners.ask('forget');
      const written = await writer.writeFor(seconds, perSecond / (1_000 / everyMs), everyMs);
      const { blocks } = await listeners.ask<{ blocks: [number, number[]][] }>('blocks');
      const heard = new Map(blocks);
      const late = written.flatMap(({ number, at }) => (heard.get(number) ?? []).map((time) => time - at));
      if (run >= 0)
        times[side].push({ write: median(written.map(({ ms }) => ms)), stream: quantile(late, 0.99) });
    }
  worker.signal('SIGCONT');
  for (const stop of [listeners, writer]) stop.stop();
  await api.stop();
  await worker.end('SIGKILL');
  for (const receiver of receivers) receiver.closeAllConnections();
  for (const receiver of receivers) receiver.close();
  const of = (side: keyof typeof times, key: keyof Times): number =>
    median(times[side].map((one) => one[key]));
  say(
    `\n${count} subscriptions of ${filters} tokens or wallets each to receivers that never answer, ${perSecond} trades/s in a block each ${everyMs} ms: ` +
      `a block is written in ${of('beside', 'write').toFixed(1)} ms (${of('without', 'write').toFixed(1)} while the worker stands still), ` +
      `and streamed to ${listening} listeners with p99 ${of('beside', 'stream').toFixed(0)} ms (${of('without', 'stream').toFixed(0)})`,
  );
}

for (const [name, part] of Object.entries({ latency, matching, beside })) {
  if (!name.startsWith(WORD)) continue;
  const postgres = await OwnPostgres.start({ shared_buffers: '256MB' });
  try {
    await generateMarket(postgres.url, SIZE);
    await part(postgres);
  } finally {
    await postgres.remove();
  }
}
rmSync(folder, { recursive: true, force: true });
