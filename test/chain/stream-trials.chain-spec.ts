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
import { andCursor, readPages } from '../support/read-pages.js';
import { runOps } from '../support/run-ops.js';
import { StreamMirror, type Reads, type Series } from '../support/stream-mirror.js';
import { tellTrial, trials } from '../support/trials.js';
import { TrialProcesses } from '../support/trial-processes.js';
import { until } from '../support/until.js';

const RUNS = trials(3, 200);
const FINALITY_BLOCKS = 64;

/** More than a reorganisation goes back: of 64, anvil loses one or two over many deep reorganisations. */
const PAST_STATES = 8 * FINALITY_BLOCKS;
const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'];
const MOST_APPS = 6;

/** A process is killed within so many milliseconds from when blocks begin to come. */
const MOMENT_MS = 200;

type Item = Awaited<ReturnType<Reads['trades']>>[number];
type Price = Awaited<ReturnType<Reads['prices']>>[number];
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
  /** What happened in all runs. */
  const met = { minedAgain: 0, undoneLaunches: 0, undoneTrades: 0 };
  let mirrors: readonly StreamMirror[] = [];

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start([], { pastStates: PAST_STATES });
    market = new MarketActivity(fixture, seededRandom(205));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    await market.act(20);
    await fixture.client.mine({ blocks: FINALITY_BLOCKS });
    database = await createTestDatabase();
    client = await openClient(database.url);
    processes = new TrialProcesses(fixture, database, FINALITY_BLOCKS);
    indexer = processes.startIndexer();
    await untilLevel(client, fixture.client);
  });

  beforeEach(startApis);

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

  /** One that does not start fails its run alone. */
  async function startApis(): Promise<void> {
    while (apis.length < 2) apis.push(await processes.startApi());
  }

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

  async function activity(types: string, block: number): Promise<Item[]> {
    const pages = await readPages((cursor) =>
      get<{ activity: Item[]; nextCursor: string | null }>(
        `/activity?limit=100&type=${types}${andCursor(cursor)}`,
        block,
      ),
    );
    return pages.flatMap((page) => page.activity);
  }

  const reads: Reads = {
    trades: (block) => activity('buy,sell', block),
    apps: (block) => activity('launch,graduation', block),
    prices: async (tokens, block) =>
      tokens.length === 0
        ? []
        : (await get<{ prices: Price[] }>(`/prices?tokens=${tokens.join()}`, block)).prices,
    candles: async ({ token, interval }, block) =>
      (await get<{ candles: Candle[] }>(`/candles/${token}?interval=${interval}&limit=1000`, block)).candles,
  };

  const BESIDE = ['block', 'blockHash', 'finality', 'interval', 'revision'];

  /** What the read has, as text. */
  function bare(row: Item | Candle | Price): string {
    const isCandle = 'openTime' in row;
    const entries = Object.entries(row).filter(
      ([name]) => !BESIDE.includes(name) && !(isCandle && name === 'tokenAddress'),
    );
    return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  const sorted = (items: Iterable<Item | Price>): string[] => [...items].map(bare).sort();

  /** Two intervals of each app, all of them within a few runs. */
  function seriesOf(run: number): Series[] {
    return market.tokens.flatMap((token, i) =>
      [0, 1].map((n) => ({ token, interval: INTERVALS[(2 * run + 3 * i + n) % INTERVALS.length]! })),
    );
  }

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
    const missing = read.filter(({ openTime }) => openTime >= since && !kept.has(openTime));
    return [
      ...stale.map((candle) => `${bare(candle)} is ${rows.get(candle.openTime) ?? 'none'}`),
      ...missing.map((candle) => `${bare(candle)} is missing`),
    ];
  }

  async function expectEqual(latest: StreamMirror, final: StreamMirror, block: number): Promise<void> {
    for (const kind of ['trades', 'apps'] as const) {
      const items = sorted(await reads[kind](block));
      expect(sorted(latest[kind].values())).toEqual(items);
      expect(sorted(final[kind].values())).toEqual(items);
    }
    expect(sorted(latest.prices.values())).toEqual(sorted(await reads.prices(latest.tokens, block)));
    expect(final.events).not.toContain('retract');
    const mistakes = await Promise.all(latest.series.map((one) => mistakesOfSeries(latest, one, block)));
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
    await until('the listener is told of everything', isSettled);
  }

  const upTo = (limit: number, random: () => number): number => 1 + Math.floor(random() * limit);

  async function act(times: number): Promise<void> {
    await market.act(times);
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

  async function undo(depth: number, random: () => number): Promise<string> {
    const again = random() < 0.6 ? await fixture.reorganiseSome(depth, random) : 0;
    if (again === 0) await fixture.reorganise(depth);
    met.minedAgain += again;
    await fixture.client.mine({ blocks: 1 });
    await market.takeStock();
    return `reorganisation of ${depth}, ${again} transactions again`;
  }

  const reorganise: Happening = (random) =>
    undo(upTo(random() < 0.5 ? 3 : FINALITY_BLOCKS - 1, random), random);

  /** An app that is launched, and that a reorganisation may take back. */
  const launch: Happening = async (random) => {
    const began = Number(await fixture.client.getBlockNumber());
    await market.launch(upTo(1_000, random));
    await act(upTo(5, random));
    if (random() < 0.7) await untilLevel(client, fixture.client);
    const blocks = Number(await fixture.client.getBlockNumber()) - began;
    if (random() < 0.3) return 'a launch';
    return `a launch, ${await undo(Math.min(FINALITY_BLOCKS - 1, blocks + upTo(10, random)), random)}`;
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
    apis = apis.filter((other) => other !== api);
    await startApis();
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
    const short = [trade, trade, trade, launch, launch, reorganise, reorganise, cutOff, cutOff, cutOff];
    return [...short, LONG[run % 4]!, LONG[(run + 1) % 4]!]
      .map((happening) => ({ happening, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ happening }) => happening);
  }

  it.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
    'ends with the trades and candles of the reads: run %i',
    async (run) => {
      const random = seededRandom(run * 7_919);
      market.tokens.splice(1, market.tokens.length - MOST_APPS);
      const latest = new StreamMirror('latest', seriesOf(run), reads);
      const final = new StreamMirror('final', [], reads);
      mirrors = [latest, final];
      const done: string[] = [];
      try {
        for (const happening of happeningsOf(run, random)) {
          for (const mirror of mirrors)
            if (!mirror.isListening && random() < 0.7) await connect(mirror, random);
          done.push(await happening(random));
          // At times the next thing happens while the index is behind.
          if (random() < 0.7) await untilLevel(client, fixture.client);
          if (random() < 0.5) for (const mirror of mirrors) await mirror.apply(3);
        }
        // All of it becomes final, by blocks that are empty.
        await fixture.client.mine({ blocks: FINALITY_BLOCKS + 1 });
        await untilLevel(client, fixture.client);
        const block = Number(await fixture.client.getBlockNumber());
        const lastFinal = block - FINALITY_BLOCKS;
        await settle(latest, random, () => latest.block === block && latest.finalBlock === lastFinal);
        await settle(final, random, () => final.finalBlock === lastFinal);
        await expectEqual(latest, final, block);
        tellTrial(`run ${run}: ${done.join(', ')}`);
      } catch (error) {
        tellTrial(`run ${run} failed: ${String(error)}`);
        throw new Error([String(error), ...done, ...latest.journal].join('\n'), { cause: error });
      }
      for (const { data } of latest.frames.filter(({ event }) => event === 'retract')) {
        const apps = data['apps'] as { type: string }[];
        met.undoneLaunches += apps.filter(({ type }) => type === 'launch').length;
        met.undoneTrades += (data['trades'] as unknown[]).length;
      }
    },
  );

  it('met what it is about', () => {
    tellTrial(JSON.stringify(met));
    expect(Object.entries(met).filter(([, times]) => times === 0)).toEqual([]);
  });
});
