import type { ChainEvent } from '@slipway/chain';
import { USD_FEED_DECIMALS, type Address } from '@slipway/domain';
import { numberedAddress } from '../../../../test/support/numbered-address.js';
import { FeedPhases, OPENING_LOG } from '../registry/feed-phases.js';
import { feedPrices } from './feed-prices.js';

const [ONE, TWO, THREE] = [1, 2, 3].map(numberedAddress) as [Address, Address, Address];

function answer(contract: Address, current: bigint, blockNumber: number, logIndex = 0): ChainEvent {
  const place = { blockNumber, blockHash: '0x', logIndex, txHash: '0x' } as const;
  return { ...place, name: 'AnswerUpdated', contract, current, roundId: 1n, updatedAt: BigInt(blockNumber) };
}

/** What prices are, by block, and when the oldest of their answers was given. */
function pricesOf(
  feeds: FeedPhases,
  ...events: ChainEvent[]
): [block: number, price: bigint, oldest: number][] {
  return [...feedPrices(events, feeds, [])].map(([block, { price, updatedAt }]) => [block, price, updatedAt]);
}

const unit = (decimals: number): bigint => 10n ** BigInt(decimals);

describe('feedPrices', () => {
  it.each([0, 6, 8, 18, 38])('knows answers of %d decimals', (decimals) => {
    const feeds = FeedPhases.of([{ address: ONE, decimals }]);
    expect(pricesOf(feeds, answer(ONE, 3n * unit(decimals), 5))).toEqual([
      [5, 3n * unit(USD_FEED_DECIMALS), 5],
    ]);
  });

  it('rounds what has more digits half to even, once', () => {
    const feeds = FeedPhases.of([{ address: ONE, decimals: USD_FEED_DECIMALS + 1 }]);
    const rounded = [24n, 25n, 26n, 35n].map(
      (units, block) => pricesOf(feeds, answer(ONE, units, block))[0]?.[1],
    );
    expect(rounded).toEqual([2n, 2n, 3n, 4n]);
  });

  it('multiplies several, each as it was last, and has no price before all have answered, or while one has none', () => {
    const feeds = FeedPhases.of([
      { address: ONE, decimals: 18 },
      { address: TWO, decimals: 8 },
    ]);
    const prices = pricesOf(
      feeds,
      answer(ONE, unit(18) / 2n, 1),
      answer(TWO, 3n * unit(8), 2),
      answer(THREE, 1n, 3),
      answer(ONE, 2n * unit(18), 4, 1),
      answer(TWO, 5n * unit(8), 4, 2),
      answer(ONE, -1n, 5),
    );
    const dollars = (cents: bigint): bigint => (cents * unit(USD_FEED_DECIMALS)) / 100n;
    expect(prices).toEqual([
      [1, 0n, 1],
      [2, dollars(150n), 1],
      [4, dollars(1_000n), 4],
      [5, 0n, 4],
    ]);
  });

  it('takes an opening for the end of its block, whatever the aggregator says in it', () => {
    const { all } = FeedPhases.of([{ address: ONE, decimals: 8 }]);
    const [first] = all;
    const opening = { answer: 7n * unit(8), updatedAt: 2 };
    const next = { ...first!, aggregator: TWO, fromBlock: 3, opening };
    const feeds = new FeedPhases([first!, next]);
    const events = feeds.withOpenings([answer(ONE, unit(8), 2), answer(TWO, 9n * unit(8), 3)], 0, 9);
    expect(events.map(({ logIndex }) => logIndex)).toEqual([0, 0, OPENING_LOG]);
    expect(pricesOf(feeds, ...events, answer(ONE, unit(8), 4))).toEqual([
      [2, unit(USD_FEED_DECIMALS), 2],
      [3, 7n * unit(USD_FEED_DECIMALS), 2],
    ]);
    expect(feeds.lastAnswers(events)).toEqual(new Set([events[0]]));
  });

  it('goes on with fewer feeds, and with more', () => {
    const at = { fromBlock: 4, blockHash: '0x', time: 4 } as const;
    const one = FeedPhases.of([{ address: ONE, decimals: 8 }]);
    const both = FeedPhases.of([
      { address: ONE, decimals: 8 },
      { address: TWO, decimals: 18 },
    ]).all.map((phase) => ({
      ...phase,
      ...at,
      opening: { answer: 2n * unit(phase.decimals), updatedAt: 1 },
    }));
    const more = new FeedPhases(
      [...one.all, ...one.replacedBy(both, at)].sort((a, b) => a.fromBlock - b.fromBlock),
    );
    expect([more.feeds, more.factorsAt(3)]).toEqual([[ONE, TWO], 1]);
    const events = more.withOpenings([answer(ONE, unit(8), 3)], 0, 9);
    expect(pricesOf(more, ...events).map(([, price]) => price)).toEqual([
      unit(USD_FEED_DECIMALS),
      4n * unit(USD_FEED_DECIMALS),
    ]);
    const after = { ...at, fromBlock: 6 };
    const fewer = new FeedPhases([...more.all, ...more.replacedBy([{ ...both[0]!, ...after }], after)]);
    expect(fewer.feeds).toEqual([ONE]);
    const all = fewer.withOpenings([answer(TWO, 1n, 7)], 0, 9);
    expect(pricesOf(fewer, ...all).at(-1)).toEqual([6, 2n * unit(USD_FEED_DECIMALS), 1]);
  });
});
