import { ROUND_TRIP_MS, RoundTripMatcher, type RoundTrip, type TripTrade } from './match-round-trips.js';

let logIndex = 0;

const trade = (walletId: number, amount: number, minute: number, tokenId = 1): TripTrade => ({
  ...{ blockNumber: minute, logIndex: logIndex++, tokenId, walletId },
  tokenAmount: BigInt(Math.abs(amount)),
  signed: amount,
  platformAmount: 1n,
  time: minute * 60_000,
});

const none = (): boolean => false;

const tell = (trips: readonly RoundTrip[]): string[] =>
  trips.map(
    ({ opening, closing }) =>
      `${opening.walletId}@${opening.blockNumber} ${closing.walletId}@${closing.blockNumber}`,
  );

describe('round trips', () => {
  it.each([
    ['a buy and its sale', [trade(1, 100, 0), trade(1, -100, 3)], ['1@0 1@3']],
    ['a sale and its buy', [trade(1, -100, 0), trade(1, 99, 10)], ['1@0 1@10']],
    ['another amount', [trade(1, 10_000, 0), trade(1, -9_899, 3)], []],
    ['another time', [trade(1, 100, 0), trade(1, -100, 11)], []],
    ['another wallet', [trade(1, 100, 0), trade(2, -100, 3)], []],
    ['another app', [trade(1, 100, 0), trade(1, -100, 3, 2)], []],
    ['two buys', [trade(1, 100, 0), trade(1, 100, 3)], []],
    ['each trade once', [trade(1, 100, 0), trade(1, -100, 1), trade(1, -100, 2)], ['1@0 1@1']],
    ['the latest that fits', [trade(1, 100, 0), trade(1, 100, 1), trade(1, -100, 2)], ['1@1 1@2']],
  ])('%s', (_, trades, expected) => {
    expect(tell(new RoundTripMatcher([]).match(trades, none))).toEqual(expected);
  });

  it('are of two wallets of which one has funded the other, after those of the same', () => {
    const trades = [trade(1, 100, 0), trade(2, 100, 1), trade(1, -100, 2), trade(3, -100, 3)];
    const matcher = new RoundTripMatcher([]);
    const pairs = matcher.pairsToAsk(trades).map(({ one, other }) => `${one} ${other}`);
    expect(pairs).toEqual(['2 1', '2 3', '1 3']);
    expect(tell(matcher.match(trades, ({ one, other }) => one === 2 && other === 3))).toEqual([
      '1@0 1@2',
      '2@1 3@3',
    ]);
  });

  it('are the same, however the trades are cut and wherever a process begins', () => {
    const random = (i: number): number => Math.abs(Math.sin(i) * 10_000) % 1;
    const trades = Array.from({ length: 400 }, (_, i) => {
      const sign = random(i) < 0.5 ? 1 : -1;
      return trade(
        Math.floor(random(i + 0.1) * 5),
        sign * (100 + Math.floor(random(i + 0.2) * 3) * 50),
        i / 5,
      );
    });
    const linked = ({ one, other }: { one: number; other: number }): boolean => (one + other) % 3 === 0;
    const whole = new RoundTripMatcher([]).match(trades, linked);
    expect(whole.length).toBeGreaterThan(50);
    const cut = new RoundTripMatcher([]);
    const parts = [0, 7, 120, 121, 300].flatMap((from, i, cuts) =>
      cut.match(trades.slice(from, cuts[i + 1] ?? trades.length), linked),
    );
    expect(parts).toEqual(whole);
    const middle = trades[250]!;
    const taken = new Set(
      whole
        .filter(({ closing }) => closing.time < middle.time)
        .flatMap(({ opening, closing }) => [opening, closing]),
    );
    const recent = trades.slice(0, 250).filter((one) => one.time >= trades[249]!.time - ROUND_TRIP_MS);
    const begun = new RoundTripMatcher(recent.filter((one) => !taken.has(one)));
    expect(begun.match(trades.slice(250), linked)).toEqual(
      whole.filter(({ closing }) => closing.time >= middle.time),
    );
  });
});
