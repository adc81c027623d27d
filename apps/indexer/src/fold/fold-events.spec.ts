import type { ChainEvent, EventName, EventOf } from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { ONE_TOKEN, type Address } from '@slipway/domain';
import { AppRegistry } from '../registry/app-registry.js';
import { FeedPhases } from '../registry/feed-phases.js';
import { foldEvents } from './fold-events.js';
import { numberedAddress } from '../../../../test/support/numbered-address.js';

const LAUNCHPAD = numberedAddress(1);
const PLATFORM = numberedAddress(2);
const FEED = numberedAddress(3);
const TOKEN = numberedAddress(9);
const PAIR = numberedAddress(10);
const WALLET = numberedAddress(20);
const STRANGER = numberedAddress(66);

const deployment: Deployment = {
  chainId: 31_337,
  launchpad: LAUNCHPAD,
  platformToken: PLATFORM,
  priceFeeds: [FEED],
  feeds: [{ address: FEED, decimals: 8, isProxy: false }],
  platformSymbol: 'SLIP',
  initialVirtualPlatform: 30_000n * ONE_TOKEN,
  initialVirtualToken: 1_125_000_000n * ONE_TOKEN,
  initialRealToken: 1_000_000_000n * ONE_TOKEN,
  graduationThreshold: 60_000n * ONE_TOKEN,
  totalSupply: 1_000_000_000n * ONE_TOKEN,
  feePpm: 10_000,
  protocol: slipway,
};

let logIndex = 0;

function event<Name extends EventName>(
  name: Name,
  contract: Address,
  args: Omit<EventOf<Name>, 'name' | 'contract' | 'blockNumber' | 'blockHash' | 'logIndex' | 'txHash'>,
  blockNumber = 1,
): ChainEvent {
  logIndex += 1;
  return {
    ...args,
    name,
    contract,
    blockNumber,
    blockHash: '0x00',
    logIndex,
    txHash: '0x01',
  } as unknown as ChainEvent;
}

const launched = (text = 'A'): ChainEvent =>
  event('Launched', LAUNCHPAD, {
    token: TOKEN,
    creator: WALLET,
    appName: text,
    symbol: text,
    description: text,
    imageUrl: text,
    website: text,
    cost: 1n,
  });

const bought = (contract = LAUNCHPAD, blockNumber = 1): ChainEvent =>
  event(
    'Bought',
    contract,
    {
      token: TOKEN,
      trader: WALLET,
      platformAmount: 101n,
      fee: 1n,
      tokenAmount: 50n,
      virtualPlatform: 7n,
      virtualToken: 8n,
      realPlatform: null,
    },
    blockNumber,
  );

const oraclePriceAt = (current: bigint, blockNumber = 1): ChainEvent =>
  event('AnswerUpdated', FEED, { current, roundId: 1n, updatedAt: 1n }, blockNumber);

function fold(
  events: ChainEvent[],
  oraclePriceBefore: bigint | null = null,
  timeOf = (block: number): number => block,
): ReturnType<typeof foldEvents> {
  const registry = new AppRegistry(deployment, FeedPhases.of(deployment.feeds));
  registry.discover(events);
  return foldEvents(events, { registry, answersBefore: [], oraclePriceBefore, eventTimeBefore: 0, timeOf });
}

describe('foldEvents', () => {
  it("values a block's trades at the feed's price at the block's end", async () => {
    const { rows, oraclePrice } = await fold([
      launched(),
      bought(LAUNCHPAD, 1),
      oraclePriceAt(300_000_000n, 1),
      bought(LAUNCHPAD, 2),
      bought(LAUNCHPAD, 3),
      oraclePriceAt(100_000_000n, 3),
    ]);
    expect(rows.trades.map((trade) => trade.usdAmount)).toEqual([
      101n * 300_000_000n,
      101n * 300_000_000n,
      101n * 100_000_000n,
    ]);
    expect(oraclePrice).toBe(100_000_000n);
  });

  it('lets no event be before the one that it follows, though the times of blocks go back', async () => {
    const times = [0, 100, 40, 120];
    const events = [launched(), bought(LAUNCHPAD, 2), oraclePriceAt(1n, 2), bought(LAUNCHPAD, 3)];
    const { rows, eventTime } = await fold(events, null, (block) => times[block] ?? 0);
    expect(rows.trades.map(({ time }) => time.getTime() / 1_000)).toEqual([100, 120]);
    expect(rows.oraclePrices.map(({ time }) => time.getTime() / 1_000)).toEqual([100]);
    expect(eventTime).toBe(120);
  });

  it('knows no USD before the first oracle price, and takes a price of zero for none', async () => {
    expect((await fold([launched(), bought()])).rows.trades[0]).toMatchObject({ usdAmount: null });
    expect((await fold([launched(), bought()], 0n)).rows.trades[0]).toMatchObject({ usdAmount: null });
  });

  it('takes a price beyond what is plausible for none', async () => {
    const most = 10n ** 17n;
    for (const [current, price] of [
      [most, most],
      [most + 1n, 0n],
      [2n ** 255n - 1n, 0n],
    ] as const) {
      const { rows, oraclePrice } = await fold([launched(), oraclePriceAt(current), bought()]);
      expect([oraclePrice, rows.oraclePrices.map((row) => row.price)]).toEqual([price, [price]]);
      expect(rows.trades[0]?.usdAmount === null).toBe(price === 0n);
    }
  });

  it('believes an event only from the contract whose it is', async () => {
    const transfer = { from: WALLET, to: STRANGER, value: 1n };
    const { rows } = await fold([
      launched(),
      bought(STRANGER),
      event('Transfer', STRANGER, transfer),
      event('AnswerUpdated', STRANGER, { current: 1n, roundId: 1n, updatedAt: 1n }),
      event('Swap', STRANGER, { amount0In: 1n, amount1In: 0n, amount0Out: 0n, amount1Out: 1n, to: WALLET }),
      event('Sync', STRANGER, { reserve0: 1n, reserve1: 1n }),
      event('Graduated', STRANGER, { token: TOKEN, pair: STRANGER }),
      event('Transfer', TOKEN, transfer),
    ]);
    expect(rows.trades).toEqual([]);
    expect(rows.oraclePrices).toEqual([]);
    expect(rows.graduations).toEqual([]);
    expect(rows.transfers.map((row) => row.token)).toEqual([TOKEN]);
  });

  it("starts the pool's market with the Sync of the graduation, and ignores what the pair did before", async () => {
    const swap = { amount0In: 10n, amount1In: 0n, amount0Out: 0n, amount1Out: 4n, to: WALLET };
    const { rows } = await fold([
      launched(),
      event('Sync', PAIR, { reserve0: 5n, reserve1: 6n }),
      event('Swap', PAIR, swap),
      event('Sync', PAIR, { reserve0: 700n, reserve1: 800n }),
      event('Graduated', LAUNCHPAD, { token: TOKEN, pair: PAIR }),
      event('Sync', PAIR, { reserve0: 710n, reserve1: 796n }),
      event('Swap', PAIR, swap),
    ]);
    expect(rows.reserves.map(({ venue, platform, tokens }) => [venue, platform, tokens])).toEqual([
      ['curve', deployment.initialVirtualPlatform, deployment.initialVirtualToken],
      ['pool', 700n, 800n],
      ['pool', 710n, 796n],
    ]);
    expect(rows.trades).toHaveLength(1);
    expect(rows.trades[0]).toMatchObject({
      venue: 'pool',
      side: 'buy',
      trader: WALLET,
      platformAmount: 10n,
      fee: 0n,
      tokenAmount: 4n,
    });
  });

  it('takes a swap that exchanged nothing, such as a repaid flash loan, for no trade', async () => {
    const { rows } = await fold([
      launched(),
      event('Sync', PAIR, { reserve0: 700n, reserve1: 800n }),
      event('Graduated', LAUNCHPAD, { token: TOKEN, pair: PAIR }),
      event('Swap', PAIR, { amount0In: 10n, amount1In: 0n, amount0Out: 10n, amount1Out: 0n, to: WALLET }),
      event('Swap', PAIR, { amount0In: 10n, amount1In: 3n, amount0Out: 0n, amount1Out: 0n, to: WALLET }),
    ]);
    expect(rows.trades).toEqual([]);
  });

  it('leaves the event loop its turns while launches at their worst are folded', async () => {
    const events = Array.from({ length: 3_000 }, () => launched('a\u0316\u0301'.repeat(2_000)));
    let longest = 0;
    // Of the CPU: waiting for a busy machine does not count.
    let last = process.cpuUsage();
    const note = (): void => {
      const { user, system } = process.cpuUsage(last);
      longest = Math.max(longest, (user + system) / 1_000);
      last = process.cpuUsage();
    };
    const timer = setInterval(note, 1);
    await fold(events);
    note();
    clearInterval(timer);
    expect(longest).toBeLessThan(500);
  });
});
