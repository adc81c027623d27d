import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type ApiProcess } from '../support/api-process.js';
import { mistakesOfFrames } from '../support/check-frames.js';
import { untilLevel } from '../support/index-level.js';
import { type IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps } from '../support/run-ops.js';
import { StreamMirror, type Reads, type Series } from '../support/stream-mirror.js';
import { tellTrial, trials } from '../support/trials.js';
import { TrialProcesses } from '../support/trial-processes.js';
import { until } from '../support/until.js';

const RUNS = trials(5, 200);
const FINALITY_BLOCKS = 64;
const TOLD_WITHIN_MS = 60_000;
const INTERVALS = ['1m', '1h'];

/** A process is killed within so many milliseconds from when blocks begin to come. */
const MOMENT_MS = 200;

type Trade = Awaited<ReturnType<Reads['trades']>>[number];
type Candle = Awaited<ReturnType<Reads['candles']>>[number];
type Happening = (random: () => number) => Promise<string>;

describe('a listener that is cut off, resumes and applies what is retracted', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let database: TestDatabase;
  let client: pg.Client;
  let processes: TrialProcesses;
  let indexer: IndexerProcess;
  /** Two that serve the same index: a listener resumes at either. */
  let apis: ApiProcess[] = [];
  let series: readonly Series[] = [];
  let mirrors: readonly StreamMirror[] = [];

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(205));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    for (let i = 0; i < 20; i += 1) await market.act();
    await fixture.client.mine({ blocks: FINALITY_BLOCKS });
    series = market.tokens.flatMap((token) => INTERVALS.map((interval) => ({ token, interval })));
    database = await createTestDatabase();
    client = await openClient(database.url);
    processes = new TrialProcesses(fixture, database, FINALITY_BLOCKS);
    indexer = processes.startIndexer();
    apis = [await processes.startApi(), await processes.startApi()];
    await untilLevel(client, fixture.client);
  });

  afterEach(() => {
    for (const mirror of mirrors) mirror.cut();
  });

  afterAll(async () => {
    for (const api of apis) api.signal('SIGKILL');
    await indexer.end('SIGKILL');
    await client.end();
    await database.drop();
    await fixture.stop();
  });

  /** Gets a path from any process that serves it at a block or later. */
  async function get<T>(path: string, block: number): Promise<T> {
    let body: T | null = null;
    await until(`${path} is served at block ${block}`, async () => {
      for (const api of apis) {
        const response = await api.get(`/v1${path}`);
        if (response.status === 200 && Number(response.headers.get('x-as-of-block')) >= block) {
          body = (await response.json()) as T;
          return true;
        }
        await response.text();
      }
      return false;
    });
    return body as T;
  }

  const reads: Reads = {
    trades: async (block) => {
      const trades: Trade[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: { activity: Trade[]; nextCursor: string | null } = await get(
          `/activity?limit=100&type=buy,sell${cursor === '' ? '' : `&cursor=${cursor}`}`,
          block,
        );
        trades.push(...page.activity);
        cursor = page.nextCursor;
      }
      return trades;
    },
    candles: async ({ token, interval }, block) =>
      (await get<{ candles: Candle[] }>(`/candles/${token}?interval=${interval}&limit=1000`, block)).candles,
  };

  const BESIDE = ['block', 'blockHash', 'finality', 'interval', 'revision', 'tokenAddress', 'closed'];

  /** What the read has, as text; whether a candle is closed is a matter of time alone. */
  function bare(row: Trade | Candle): string {
    const isTrade = 'txHash' in row;
    const entries = Object.entries(row).filter(
      ([name]) => !BESIDE.includes(name) || (isTrade && name === 'tokenAddress'),
    );
    return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  const sorted = (trades: Iterable<Trade>): string[] => [...trades].map(bare).sort();

  /** What a mirror has of a series otherwise than the read. */
  async function mistakesOfSeries(mirror: StreamMirror, one: Series, block: number): Promise<string[]> {
    const read = await reads.candles(one, block);
    const kept = mirror.candles.get(`candles:${one.token}:${one.interval}`)!;
    const rows = new Map(read.map((candle) => [candle.openTime, bare(candle)]));
    // A reorganisation may take time back: then the read goes further back than when the mirror began.
    const since = mirror.since.get(`candles:${one.token}:${one.interval}`)!;
    const stale = [...kept.values()].filter(
      (candle) =>
        candle.openTime >= read[0]!.openTime && bare(candle) !== (rows.get(candle.openTime) ?? 'none'),
    );
    // Gaps have no row of their own until something moves.
    const missing = read.filter(
      ({ openTime, ...candle }) =>
        openTime >= since && (candle['trades'] as number) > 0 && !kept.has(openTime),
    );
    return [
      ...stale.map((candle) => `${bare(candle)} is ${rows.get(candle.openTime) ?? 'none'}`),
      ...missing.map((candle) => `${bare(candle)} is missing`),
    ];
  }

  async function expectEqual(latest: StreamMirror, final: StreamMirror, block: number): Promise<void> {
    const trades = sorted(await reads.trades(block));
    expect(sorted(latest.trades.values())).toEqual(trades);
    expect(sorted(final.trades.values())).toEqual(trades);
    expect(final.events).not.toContain('retract');
    const mistakes = await Promise.all(series.map((one) => mistakesOfSeries(latest, one, block)));
    expect(mistakes.flat()).toEqual([]);
    expect(mistakesOfFrames([...latest.frames, ...final.frames])).toEqual([]);
  }

  const connect = async (mirror: StreamMirror, random: () => number): Promise<void> => {
    await mirror.apply();
    await mirror.connect(apis[Math.floor(random() * apis.length)]!.origin);
  };

  /** Is told of all that there is, coming again when its process has ended. */
  async function settle(mirror: StreamMirror, random: () => number, isTold: () => boolean): Promise<void> {
    const isSettled = async (): Promise<boolean> => {
      if (!mirror.isListening) await connect(mirror, random);
      await mirror.apply();
      return isTold();
    };
    await until('the listener is told of everything', isSettled, TOLD_WITHIN_MS);
  }

  const upTo = (limit: number, random: () => number): number => 1 + Math.floor(random() * limit);

  async function act(times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) await market.act();
  }

  /** Ends processes while blocks come. */
  async function amidBlocks(random: () => number, end: () => Promise<unknown>): Promise<void> {
    const ended = delay(random() * MOMENT_MS).then(end);
    await act(upTo(4, random));
    await ended;
  }

  const trade: Happening = async (random) => {
    const times = upTo(5, random);
    await act(times);
    return `${times} events`;
  };

  const reorganise: Happening = async (random) => {
    const depth = upTo(random() < 0.5 ? 3 : FINALITY_BLOCKS - 1, random);
    await fixture.reorganise(depth);
    await fixture.client.mine({ blocks: 1 });
    return `reorganisation of ${depth}`;
  };

  const cutOff: Happening = async (random) => {
    for (const mirror of mirrors) {
      await mirror.apply(upTo(5, random));
      mirror.cut();
    }
    return 'cut off';
  };

  /** @param signal SIGKILL, or SIGTERM, after which the process says goodbye */
  async function endApi(signal: 'SIGKILL' | 'SIGTERM', random: () => number): Promise<string> {
    const api = apis[Math.floor(random() * apis.length)]!;
    await amidBlocks(random, () => {
      api.signal(signal);
      return api.ended();
    });
    apis = [...apis.filter((other) => other !== api), await processes.startApi()];
    return `${signal} of an API`;
  }

  async function killIndexer(random: () => number): Promise<string> {
    await amidBlocks(random, () => indexer.end('SIGKILL'));
    indexer = processes.startIndexer();
    return 'SIGKILL of the indexer';
  }

  async function rebuild(): Promise<string> {
    const { code, stderr } = await runOps({ DATABASE_URL: database.url }, 'index', 'rebuild');
    if (code !== 0) throw new Error(stderr);
    return 'a rebuild';
  }

  /** What takes its time: each run has two of them that follow on each other, so that a few runs have all. */
  const LONG: readonly Happening[] = [
    (random) => endApi('SIGKILL', random),
    killIndexer,
    rebuild,
    (random) => endApi('SIGTERM', random),
  ];

  function happeningsOf(run: number, random: () => number): Happening[] {
    const short = [trade, trade, trade, trade, reorganise, reorganise, reorganise, cutOff, cutOff, cutOff];
    return [...short, LONG[run % 4]!, LONG[(run + 1) % 4]!]
      .map((happening) => ({ happening, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ happening }) => happening);
  }

  it.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
    'ends with the trades and candles of the reads: run %i',
    async (run) => {
      const random = seededRandom(run * 7_919);
      const latest = new StreamMirror('latest', series, reads);
      const final = new StreamMirror('final', [], reads);
      mirrors = [latest, final];
      const done: string[] = [];
      for (const happening of happeningsOf(run, random)) {
        for (const mirror of mirrors)
          if (!mirror.isListening && random() < 0.7) await connect(mirror, random);
        done.push(await happening(random));
        // At times the next thing happens while the index is behind.
        if (random() < 0.7) await untilLevel(client, fixture.client, TOLD_WITHIN_MS);
        if (random() < 0.5) for (const mirror of mirrors) await mirror.apply(3);
      }
      // All of it becomes final, by blocks that are empty.
      await fixture.client.mine({ blocks: FINALITY_BLOCKS + 1 });
      await untilLevel(client, fixture.client, TOLD_WITHIN_MS);
      const block = Number(await fixture.client.getBlockNumber());
      const lastFinal = block - FINALITY_BLOCKS;
      tellTrial(`run ${run}: ${done.join(', ')}`);
      try {
        await settle(latest, random, () => latest.block === block && latest.finalBlock === lastFinal);
        await settle(final, random, () => final.finalBlock === lastFinal);
        await expectEqual(latest, final, block);
      } catch (error) {
        throw new Error([String(error), ...done, ...latest.journal].join('\n'), { cause: error });
      }
    },
    180_000,
  );
});
