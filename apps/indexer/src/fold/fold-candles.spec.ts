import { DAYS, HOURS, MINUTES, slotOf, toDecimalPrice, type CandlePeriod } from '@slipway/domain';
import type { AppEvent } from './app-events.js';
import type { AppCandles, CandleRow } from './candle.js';
import { FeedHistory, type FeedUpdate } from './feed-history.js';
import { foldCandles } from './fold-candles.js';
import { MarginalPrice } from './marginal-price.js';

const DAY = Date.parse('2026-11-21T00:00:00Z') / 1_000;
const DOLLAR = 100_000_000n;

/** A block a second. */
function at(text: string): { blockNumber: number; logIndex: number; time: Date } {
  const time = new Date(`2026-11-${text}Z`);
  return { blockNumber: time.getTime() / 1_000, logIndex: 0, time };
}

/** Reserves changed, so that the price is this. */
function priced(time: string, price: bigint): AppEvent {
  return {
    ...at(time),
    price: new MarginalPrice(toDecimalPrice({ numerator: price, denominator: 1n })),
    trade: null,
  };
}

function buy(time: string, price: bigint, usdAmount: bigint | null): AppEvent {
  return { ...priced(time, price), trade: { isBuy: true, platformAmount: 10n, tokenAmount: 3n, usdAmount } };
}

function said(time: string, price: bigint): FeedUpdate {
  return { ...at(time), price };
}

const feedOf = (before: bigint | null, ...updates: FeedUpdate[]): FeedHistory =>
  new FeedHistory(DAY, before, updates);

const ofPeriod = ({ epochSlot, lastSlot }: CandlePeriod, rows: readonly CandleRow[]): CandleRow[] =>
  rows.filter(({ slot }) => slot >= epochSlot && slot <= lastSlot);

/** What the tables have of an app after its events, for the next ones. */
function after(rows: readonly CandleRow[], last: AppEvent): AppCandles {
  const kept = [MINUTES, HOURS, DAYS].flatMap((period) => {
    const row = ofPeriod(period, rows).at(-1);
    return row === undefined ? [] : [{ period, row, past: null }];
  });
  return { at: last, last: kept };
}

describe('foldCandles', () => {
  it('keeps minutes, hours and days that a price changed in', () => {
    const { opened, changed } = foldCandles(
      [
        priced('21T10:00:01', 5n),
        priced('21T10:00:59', 9n),
        priced('21T10:02:00', 2n),
        priced('22T00:00:00', 4n),
      ],
      null,
      feedOf(DOLLAR),
    );
    const shape = (period: CandlePeriod): unknown[] =>
      ofPeriod(period, opened).map(({ slot, high, low, close }) => [
        new Date((slot - period.epochSlot) * period.seconds * 1_000).toISOString().slice(8, 16),
        (high ?? close).value,
        (low ?? close).value,
        close.value,
      ]);
    expect(shape(MINUTES)).toEqual([
      ['21T10:00', 9, 5, 9],
      ['21T10:02', 9, 2, 2],
      ['22T00:00', 4, 2, 4],
    ]);
    expect(shape(HOURS)).toEqual([
      ['21T10:00', 9, 2, 2],
      ['22T00:00', 4, 2, 4],
    ]);
    expect(shape(DAYS)).toEqual([
      ['21T00:00', 9, 2, 2],
      ['22T00:00', 4, 2, 4],
    ]);
    expect(changed).toEqual([]);
  });

  it('is the same whatever the batches are', () => {
    const first = [buy('21T10:00:01', 5n, 10n * DOLLAR), priced('21T10:00:30', 7n)];
    const update = said('21T10:00:40', 3n * DOLLAR);
    const later = [buy('21T10:00:50', 2n, 30n * DOLLAR), buy('21T11:30:00', 3n, 30n * DOLLAR)];
    const feed = feedOf(DOLLAR, update);
    const whole = foldCandles([...first, ...later], null, feed).opened;
    const one = foldCandles(first, null, feed);
    const two = foldCandles(later, after(one.opened, first[1]!), feed);
    const kept = new Map([...one.opened, ...two.changed, ...two.opened].map((row) => [row.slot, row]));
    expect([...kept.values()].sort((a, b) => a.slot - b.slot)).toEqual(whole.sort((a, b) => a.slot - b.slot));
  });

  it('keeps USD only where the feed moved before the last event', () => {
    const { opened } = foldCandles(
      [buy('21T10:00:01', 5n, 10n * DOLLAR), buy('21T10:01:30', 4n, 20n * DOLLAR)],
      null,
      feedOf(DOLLAR, said('21T10:01:10', 2n * DOLLAR)),
    );
    const usd = (period: CandlePeriod): unknown[] =>
      ofPeriod(period, opened).map(({ highUsd, lowUsd, volumeUsd }) => [highUsd, lowUsd, volumeUsd]);
    expect(usd(MINUTES)).toEqual([
      [null, null, null],
      [10, 5, 20n * DOLLAR],
    ]);
    expect(usd(HOURS)).toEqual([[10, 5, 30n * DOLLAR]]);
  });

  it('completes a candle to its end when something happens after it', () => {
    const events = [priced('21T10:00:01', 5n)];
    const feed = feedOf(DOLLAR, said('21T10:00:30', 4n * DOLLAR), said('21T10:30:00', 3n * DOLLAR));
    const before = after(foldCandles(events, null, feed).opened, events[0]!);
    expect(before.last.map(({ row }) => row.highUsd)).toEqual([null, null, null]);
    const { changed } = foldCandles([priced('21T12:00:00', 6n)], before, feed);
    expect(changed.map(({ highUsd, lowUsd }) => [highUsd, lowUsd])).toEqual([
      [20, 5],
      [20, 5],
      [20, 5],
    ]);
  });

  it('takes from the caller what the feed did before its history begins', () => {
    const event = priced('20T10:00:01', 5n);
    const feed = new FeedHistory(DAY - 86_400, DOLLAR, []);
    const rows = foldCandles([event], null, feed).opened;
    const past = {
      oraclePrice: DOLLAR,
      tail: { high: 2n * DOLLAR, low: DOLLAR / 2n },
      highAfter: 4n * DOLLAR,
    };
    const last = after(rows, event).last.map((candle) => ({ ...candle, past }));
    const { opened, changed } = foldCandles([priced('21T09:00:00', 1n)], { at: event, last }, feedOf(DOLLAR));
    expect(changed.map(({ highUsd, lowUsd }) => [highUsd, lowUsd])).toEqual(Array(3).fill([10, 2.5]));
    expect(opened.map(({ allTimeHighUsd }) => allTimeHighUsd)).toEqual([null, null, 20]);
  });

  it('has the highest USD price ever in the last day', () => {
    const { opened } = foldCandles(
      [priced('21T10:00:00', 5n), priced('23T10:00:00', 4n), priced('23T11:00:00', 6n)],
      null,
      feedOf(DOLLAR, said('22T01:00:00', 3n * DOLLAR), said('22T02:00:00', DOLLAR / 2n)),
    );
    expect(ofPeriod(DAYS, opened).map(({ allTimeHighUsd }) => allTimeHighUsd)).toEqual([5, 15]);
  });

  it('has as the highest ever only what a block ended at', () => {
    const { opened } = foldCandles(
      [priced('21T10:00:00', 5n), priced('21T11:00:00', 50n), { ...priced('21T11:00:00', 6n), logIndex: 1 }],
      null,
      feedOf(DOLLAR, said('21T11:00:00', 3n * DOLLAR)),
    );
    expect(ofPeriod(DAYS, opened)).toMatchObject([{ highUsd: 150, allTimeHighUsd: 18 }]);
  });

  it('knows no USD before the feed has a price, nor the volume of what was traded then', () => {
    const { opened } = foldCandles(
      [buy('21T10:00:01', 5n, null), buy('21T10:00:59', 4n, 20n * DOLLAR)],
      null,
      feedOf(null, said('21T10:00:30', 2n * DOLLAR)),
    );
    expect(opened.map(({ highUsd, lowUsd, volumeUsd }) => [highUsd, lowUsd, volumeUsd])).toEqual(
      Array(3).fill([10, 8, null]),
    );
  });

  it('is without USD what was traded while the feed had no price, though it had one before', () => {
    const { opened } = foldCandles(
      [buy('21T10:00:01', 5n, 10n * DOLLAR), buy('21T10:00:02', 5n, null)],
      null,
      feedOf(DOLLAR),
    );
    expect(opened[0]).toMatchObject({ highUsd: 5, volumeUsd: null, volumePlatform: 20n, trades: 2, buys: 2 });
  });

  it('opens at the price before, also of reserves that have none', () => {
    const empty: AppEvent = { ...at('21T10:01:00'), price: null, trade: null };
    const { opened } = foldCandles([priced('21T10:00:00', 5n), empty], null, feedOf(DOLLAR));
    expect(
      ofPeriod(MINUTES, opened).map(({ slot, high, low, close }) => [slot, high, low, close.value]),
    ).toEqual(
      ['21T10:00', '21T10:01'].map((time) => [
        slotOf(MINUTES, Date.parse(`2026-11-${time}:00Z`) / 1_000),
        null,
        null,
        5,
      ]),
    );
  });

  it("takes the feed's answer of a block for all of it: its trades begin and end at that", () => {
    const { opened } = foldCandles(
      [priced('21T10:00:01', 5n), buy('21T10:00:30', 4n, 20n * DOLLAR)],
      null,
      feedOf(DOLLAR, said('21T10:00:30', 2n * DOLLAR)),
    );
    expect(opened.map(({ highUsd, lowUsd }) => [highUsd, lowUsd])).toEqual(Array(3).fill([10, 5]));
  });

  it('has exact extremes in USD, whatever their digits', () => {
    const third = new MarginalPrice(toDecimalPrice({ numerator: 1n, denominator: 37_500n }));
    const events = [
      { ...priced('21T10:00:01', 0n), price: third },
      {
        ...priced('21T10:00:02', 0n),
        price: new MarginalPrice(toDecimalPrice({ numerator: 1n, denominator: 10n })),
      },
      priced('21T10:00:04', 1n),
    ];
    const { opened } = foldCandles(events, null, feedOf(250_000_000n, said('21T10:00:03', 260_000_000n)));
    expect(opened.map(({ low, lowUsd }) => [low?.value, lowUsd])).toEqual(
      Array(3).fill([0.0000266666666666667, 0.0000666666666666667]),
    );
  });
});
