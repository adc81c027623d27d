import type { Address } from 'viem';
import { createClient } from '@slipway/sdk';
import { follow, type MarketMirror, type StreamTopic } from '@slipway/sdk/stream';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const SECONDS = 180;
const DAY_SECONDS = 86_400;
const ETHER = 10n ** 18n;
/** Fewer than the listener keeps: a reorganisation takes some of them. */
const MOST_CANDLES = 100;
const HEARTBEAT_SECONDS = 3_600;
const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const;

/** What frames have beside the shapes of the reads. */
const BESIDE = ['block', 'blockHash', 'finality', 'interval', 'revision'];

/** A row as text, whatever the order of its properties. */
function bare(row: object, more: readonly string[] = []): string {
  const entries = Object.entries(row).filter(([name]) => ![...BESIDE, ...more].includes(name));
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Read {
  readonly topic: StreamTopic;
  /** What the read has of the topic, and what a listener has, newest last; as texts. */
  readonly read: () => Promise<string[]>;
  readonly told: (market: MarketMirror) => string[];
}

describe('a listener of every topic, and the reads, each second of three minutes', () => {
  let served: ServedMarket;
  let market: MarketMirror | null = null;
  /** Two that nobody trades any more, one that some do, one in its pool. */
  let tokens: string[];
  let reads: Read[];
  const controller = new AbortController();
  let followed: Promise<void>;

  beforeAll(async () => {
    const settings = { priceFeedHeartbeatSeconds: [HEARTBEAT_SECONDS], rateLimitReadPerMinute: 1_000_000 };
    served = await ServedMarket.start(
      43,
      async (activity, fixture) => {
        await activity.open(4);
        const [, quiet, busy, pooled] = activity.tokens;
        await activity.graduate(pooled!);
        // What is 24 hours ago during the three minutes.
        for (let i = 0; i < 12; i += 1) {
          await fixture.client.increaseTime({ seconds: 8 });
          await fixture.buy(fixture.trader(i), [quiet!, busy!][i % 2]!, 100n * ETHER);
        }
        await activity.publishPrice(210_000_000n);
        await fixture.client.increaseTime({ seconds: DAY_SECONDS - HEARTBEAT_SECONDS - 120 });
        await activity.publishPrice(190_000_000n);
        await fixture.client.increaseTime({ seconds: HEARTBEAT_SECONDS - 60 });
        await fixture.client.mine({ blocks: 1 });
      },
      settings,
    );
    tokens = served.market.tokens;
    reads = readsOf(tokens, served.fixture.trader(3));
    const client = createClient({ baseUrl: `${served.api.origin}/v1` });
    followed = (async () => {
      const topics = ['head' as const, ...reads.map(({ topic }) => topic)];
      for await (const told of follow(client, topics, { signal: controller.signal })) market = told.market;
    })().catch((error: unknown) => {
      if (!controller.signal.aborted) throw error;
    });
    await until('the listener has begun', async () => (await mistakes()).length === 0);
  });

  afterAll(async () => {
    controller.abort();
    await followed;
    await served.stop();
  });

  function readsOf(apps: readonly string[], wallet: string): Read[] {
    const get = async <T>(path: string): Promise<T> => (await served.get<T>(path)).body;
    const activity = (
      topic: 'apps' | 'trades' | `trades:${string}` | `wallet:${string}`,
      query: string,
    ): Read => ({
      topic,
      read: async () => {
        const { activity: items } = await get<{ activity: object[] }>(`/activity?limit=20&${query}`);
        return items.map((item) => bare(item)).reverse();
      },
      told: (mirror) =>
        mirror
          .activity(topic)
          .slice(0, 20)
          .map((item) => bare(item))
          .reverse(),
    });
    const candles = apps.flatMap((token, i) =>
      INTERVALS.slice(0, i === 0 ? INTERVALS.length : 2).map((interval): Read => {
        const topic = `candles:${token}:${interval}` as const;
        return {
          topic,
          read: async () => {
            const path = `/candles/${token}?interval=${interval}&limit=${MOST_CANDLES}`;
            return (await get<{ candles: object[] }>(path)).candles.map((row) => bare(row));
          },
          told: (mirror) =>
            mirror
              .candles(topic)
              .slice(-MOST_CANDLES)
              .map((row) => bare(row, ['tokenAddress'])),
        };
      }),
    );
    const prices = apps.map((token): Read => ({
      topic: `prices:${token}`,
      read: async () =>
        (await get<{ prices: object[] }>(`/prices?tokens=${token}`)).prices.map((row) => bare(row)),
      told: (mirror) => [mirror.price(token)].flatMap((row) => (row === null ? [] : bare(row))),
    }));
    return [
      activity('apps', 'type=launch,graduation'),
      activity('trades', 'type=buy,sell'),
      activity(`trades:${apps[1]!}`, `type=buy,sell&token=${apps[1]!}`),
      activity(`trades:${apps[2]!}`, `type=buy,sell&token=${apps[2]!}`),
      activity(`wallet:${wallet}`, `wallet=${wallet}`),
      ...prices,
      ...candles,
    ];
  }

  /** Topics of which the listener has something else than the reads. */
  async function mistakes(): Promise<string[]> {
    const found = await Promise.all(
      reads.map(async ({ topic, read, told }) => {
        const expected = await read();
        const held = market === null ? [] : told(market);
        const isSame = expected.length > 0 && expected.join() === held.join();
        return isSame ? [] : `${topic}: ${held.at(-1) ?? 'nothing'} is ${expected.at(-1) ?? 'nothing'}`;
      }),
    );
    return found.flat();
  }

  /** Indexes what the chain has; what the listener still has otherwise once it was told of it. */
  async function expectLevel(): Promise<void> {
    const block = Number(await served.serveHead());
    let left: string[] = [];
    await until(
      () => `the listener has what the reads have at block ${block}: ${left.join('\n')}`,
      async () => market?.block === block && (left = await mistakes()).length === 0,
    );
  }

  it('have the same', async () => {
    const { client } = served.fixture;
    const { timestamp: began } = await client.getBlock();
    const changes = new Set<string>();
    for (let second = 1; second <= SECONDS; second += 1) {
      await client.setNextBlockTimestamp({ timestamp: began + BigInt(second) });
      if (second % 17 === 0)
        await served.fixture.buy(served.fixture.trader(second), tokens[2]! as Address, ETHER);
      else if (second === 150) await served.market.publishPrice(205_000_000n);
      else await client.mine({ blocks: 1 });
      await expectLevel();
      for (const { topic, told } of reads)
        if (market !== null) changes.add(`${topic} ${told(market).at(-1) ?? ''}`);
    }
    const told = [...changes];
    const ofQuiet = (kind: string): string[] =>
      told.filter((text) => text.startsWith(`${kind}:${tokens[0]!}`));
    expect(ofQuiet('candles').filter((text) => text.includes(':1m ')).length).toBeGreaterThanOrEqual(3);
    expect(
      new Set(ofQuiet('prices').map((text) => /"change24h",([^\]]*)/.exec(text)![1])).size,
    ).toBeGreaterThan(2);
    expect(new Set(ofQuiet('prices').map((text) => /"stale",([^\]]*)/.exec(text)![1]))).toEqual(
      new Set(['true', 'false']),
    );
  });

  it('have the same after a reorganisation that takes the begin of an interval back', async () => {
    const { client } = served.fixture;
    const { timestamp } = await client.getBlock();
    const next = (timestamp / 60n + 1n) * 60n;
    for (const time of [next - 1n, next, next + 1n]) {
      await client.setNextBlockTimestamp({ timestamp: time });
      await client.mine({ blocks: 1 });
    }
    await expectLevel();
    await served.reorganise(2);
    await client.mine({ blocks: 1 });
    await expectLevel();
  });

  it('have the same while the index lags, and once it is level again', async () => {
    const isStale = (): boolean | undefined => market?.price(tokens[0]!)?.stale;
    expect(isStale()).toBe(false);
    await served.query(`UPDATE head SET level_at = now() - interval '2 minutes'`);
    await until('prices are stale', async () => isStale() === true && (await mistakes()).length === 0);
    await served.fixture.client.mine({ blocks: 1 });
    await expectLevel();
    expect(isStale()).toBe(false);
  });
});
