import { mistakesOfFrames } from '../support/check-frames.js';
import { INDEXER_OPTIONS } from '../support/index-fixture.js';
import { seededRandom } from '../support/market-activity.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { ServedMarket } from '../support/served-market.js';
import { StreamMirror, type Reads } from '../support/stream-mirror.js';
import { tellTrial, trials } from '../support/trials.js';
import { until } from '../support/until.js';

const RUNS = trials(5, 200);
const STEPS = 12;
const TOLD_WITHIN_MS = 30_000;

type Trade = Awaited<ReturnType<Reads['trades']>>[number];
type Candle = Awaited<ReturnType<Reads['candles']>>[number];

describe('a listener that is cut off, resumes and applies what is retracted', () => {
  let served: ServedMarket;
  /** One of several that serve the index, one after the other. */
  let api: RunningApi;
  let mirrors: readonly StreamMirror[] = [];

  beforeAll(async () => {
    served = await ServedMarket.start(205, async (market) => {
      await market.open(3);
      for (let i = 0; i < 20; i += 1) await market.act();
    });
    api = await startApi(served.indexed.database.url);
  });

  afterEach(() => {
    for (const mirror of mirrors) mirror.cut();
  });

  afterAll(async () => {
    await api.close();
    await served.stop();
  });

  async function get<T>(path: string, block: number): Promise<T> {
    let response = await api.get(path);
    while (Number(response.headers.get('x-as-of-block')) < block) response = await api.get(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
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
    candles: async (block) =>
      (await get<{ candles: Candle[] }>(`/candles/${served.market.tokens[0]!}?interval=1h&limit=1000`, block))
        .candles,
  };

  const ids = (trades: Iterable<Trade>): string[] =>
    [...trades].map(({ txHash, logIndex }) => `${txHash}:${logIndex}`).sort();

  /** What time alone changes, and what only frames have, is not compared. */
  function bare(candle: Candle): unknown {
    const { openTime, open, high, low, close, volumeUsd, volumePlatform, trades } = candle;
    return { openTime, open, high, low, close, volumeUsd, volumePlatform, trades };
  }

  /** Is told of all that there is, coming again when its process has ended. */
  async function settle(mirror: StreamMirror, isTold: () => boolean): Promise<void> {
    const isSettled = async (): Promise<boolean> => {
      if (!mirror.isListening) {
        await mirror.apply();
        await mirror.connect(api.origin);
      }
      await mirror.apply();
      return isTold();
    };
    await until('the listener is told of everything', isSettled, TOLD_WITHIN_MS);
  }

  async function happen(random: () => number): Promise<string> {
    const dice = random();
    const upTo = (limit: number): number => 1 + Math.floor(random() * limit);
    if (dice < 0.4) {
      const times = upTo(5);
      for (let i = 0; i < times; i += 1) await served.market.act();
      return `${times} events`;
    }
    if (dice < 0.6) {
      const depth = upTo(random() < 0.5 ? 3 : INDEXER_OPTIONS.finalityBlocks - 1);
      await served.reorganise(depth);
      await served.fixture.client.mine({ blocks: 1 });
      return `reorganisation of ${depth}`;
    }
    if (dice < 0.8) {
      for (const mirror of mirrors) {
        await mirror.apply(upTo(5));
        mirror.cut();
      }
      return 'cut off';
    }
    if (dice < 0.88) {
      await api.close();
      api = await startApi(served.indexed.database.url);
      return 'another API';
    }
    if (dice < 0.94) {
      served.indexed.indexer.forget();
      return 'another indexer';
    }
    await served.indexed.rebuild();
    return 'a rebuild';
  }

  it.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
    'ends with the trades and candles of the reads: run %i',
    async (seed) => {
      const random = seededRandom(seed * 7_919);
      const token = served.market.tokens[0]!;
      const latest = new StreamMirror(`topics=head,trades,candles:${token}:1h`, reads);
      const final = new StreamMirror('topics=head,trades&finality=final', reads);
      mirrors = [latest, final];
      const done: string[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        for (const mirror of mirrors) {
          if (!mirror.isListening && random() < 0.7) {
            await mirror.apply();
            await mirror.connect(api.origin);
          }
        }
        done.push(await happen(random));
        await served.indexed.catchUp();
        if (random() < 0.5) for (const mirror of mirrors) await mirror.apply(3);
      }
      // All of it becomes final, by blocks that are empty.
      await served.fixture.client.mine({ blocks: INDEXER_OPTIONS.finalityBlocks + 1 });
      await served.indexed.catchUp();
      const block = Number(await served.fixture.client.getBlockNumber());
      await settle(
        latest,
        () => latest.block === block || latest.finalBlock === block - INDEXER_OPTIONS.finalityBlocks,
      );
      await settle(final, () => final.finalBlock === block - INDEXER_OPTIONS.finalityBlocks);
      const trades = await reads.trades(block);
      const candles = await reads.candles(block);
      const what = { seed, done };
      expect({ ...what, trades: ids(latest.trades.values()) }).toEqual({ ...what, trades: ids(trades) });
      expect({ ...what, trades: ids(final.trades.values()) }).toEqual({ ...what, trades: ids(trades) });
      expect(final.events).not.toContain('retract');
      const read = new Map(candles.map((candle) => [candle.openTime, candle]));
      const stale = [...latest.candles.values()].filter(
        (candle) =>
          JSON.stringify(bare(candle)) !== JSON.stringify(bare(read.get(candle.openTime) ?? candle)),
      );
      const unknown = [...latest.candles.keys()].filter(
        (openTime) => openTime >= candles[0]!.openTime && !read.has(openTime),
      );
      const missing = candles.filter(
        (candle) => (candle['trades'] as number) > 0 && !latest.candles.has(candle.openTime),
      );
      expect({ ...what, stale, unknown, missing }).toEqual({ ...what, stale: [], unknown: [], missing: [] });
      expect(mistakesOfFrames([...latest.frames, ...final.frames])).toEqual([]);
      tellTrial(`run ${seed}: ${done.join(', ')}`);
    },
    120_000,
  );
});
