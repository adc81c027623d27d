import fc from 'fast-check';
import { ZERO_ADDRESS, toAddress, type Address } from '@slipway/domain';
import { ProgramError, type ProgramPlan } from './program.js';
import { balanceEntitlements, type TokenMovement } from './balance-rule.js';
import type { Entitlements } from './entitlements.js';
import { listEntitlements } from './list-rule.js';
import { endedDays, plannedEmissions, sumOf, type ProgramDay } from './program-days.js';
import { readList } from './read-list.js';
import { volumeEntitlements } from './volume-rule.js';

const DAY = 86_400;
const START = 1_000 * DAY;
const [ALICE, BOB, CURVE] = [account(1), account(2), account(3)];
const NONE_EXCLUDED: ReadonlySet<Address> = new Set();

describe('the days of a program', () => {
  it('spend their emissions, and a last short day its part', () => {
    const days = endedDays(plan({ emissionsPerDay: 100n, seconds: 2.5 * DAY }), at(10 * DAY));
    expect(days.map((day) => day.emission)).toEqual([100n, 100n, 50n]);
    expect(sumOf(days)).toBe(plannedEmissions(plan({ emissionsPerDay: 100n, seconds: 2.5 * DAY })));
  });

  it('count when they have ended, not before', () => {
    const program = plan({ emissionsPerDay: 7n, seconds: 3 * DAY });
    expect(endedDays(program, at(DAY - 1))).toHaveLength(0);
    expect(endedDays(program, at(DAY))).toHaveLength(1);
    expect(endedDays(program, at(3 * DAY))).toHaveLength(3);
  });
});

describe('time-weighted balance', () => {
  it('weighs a balance by how long it was held', () => {
    const movements = [mint(0, ALICE, 100n), mint(DAY / 2, BOB, 100n)];
    const { amounts, emitted } = balanceEntitlements(movements, days(1, 300n), NONE_EXCLUDED);
    expect(amounts).toEqual(
      new Map([
        [ALICE, 200n],
        [BOB, 100n],
      ]),
    );
    expect(emitted).toBe(300n);
  });

  it('counts what was held before the program began, from its beginning', () => {
    const movements = [mint(-5 * DAY, ALICE, 100n), mint(0, BOB, 100n)];
    expect(balanceEntitlements(movements, days(1, 300n), NONE_EXCLUDED).amounts).toEqual(
      new Map([
        [ALICE, 150n],
        [BOB, 150n],
      ]),
    );
  });

  it('pays nothing for a balance that came and went within a second, to excluded holders, or without holders', () => {
    const movements = [
      mint(0, CURVE, 1_000n),
      mint(0, ALICE, 1n),
      { time: START + 9, sender: CURVE, recipient: BOB, amount: 999n },
      { time: START + 9, sender: BOB, recipient: CURVE, amount: 999n },
      { time: START + 10, sender: CURVE, recipient: ZERO_ADDRESS, amount: 500n },
    ];
    const { amounts } = balanceEntitlements(movements, days(1, 10n), new Set([CURVE]));
    expect(amounts).toEqual(new Map([[ALICE, 10n]]));
  });

  it('leaves the emission of a day without holders in the distributor', () => {
    const { amounts, emitted } = balanceEntitlements([mint(DAY, ALICE, 1n)], days(2, 10n), NONE_EXCLUDED);
    expect(amounts).toEqual(new Map([[ALICE, 10n]]));
    expect(emitted).toBe(20n);
  });
});

describe('trading volume', () => {
  it('shares each day among its own traders', () => {
    const trades = [
      { time: START - 1, trader: ALICE, amount: 1_000n },
      { time: START, trader: ALICE, amount: 30n },
      { time: START + 5, trader: BOB, amount: 10n },
      { time: START + DAY, trader: BOB, amount: 1n },
      { time: START + 2 * DAY, trader: ALICE, amount: 1_000n },
    ];
    const { amounts } = volumeEntitlements(trades, days(2, 100n), NONE_EXCLUDED);
    expect(amounts).toEqual(
      new Map([
        [ALICE, 75n],
        [BOB, 125n],
      ]),
    );
  });
});

describe('a list', () => {
  it('vests evenly, and pays whole amounts at the end', () => {
    const entries = [
      { account: ALICE, amount: 25n },
      { account: BOB, amount: 5n },
    ];
    expect(listEntitlements(entries, days(1, 10n), 30n).amounts).toEqual(
      new Map([
        [ALICE, 8n],
        [BOB, 1n],
      ]),
    );
    expect(listEntitlements(entries, days(3, 10n), 30n)).toEqual({
      amounts: new Map([
        [ALICE, 25n],
        [BOB, 5n],
      ]),
      emitted: 30n,
    });
  });

  it('is read with its mistakes named by line', () => {
    expect(readList(`address,amount\n${ALICE.toLowerCase()},5\r\n\n${BOB};7\n`)).toEqual([
      { account: ALICE, amount: 5n },
      { account: BOB, amount: 7n },
    ]);
    const wrong = `${ALICE},1\n${ALICE.toLowerCase()},2\n${BOB},0\n${BOB},1e18\nno-address,1`;
    expect(() => readList(wrong)).toThrow(ProgramError);
    expect(() => readList(wrong)).toThrow(
      `line 2: ${ALICE} is there twice\nline 3: the amount is zero\n` +
        'line 4: want an address and an amount in wei\nline 5: want an address and an amount in wei',
    );
    expect(() => readList('address,amount\n')).toThrow('the list is empty');
  });
});

describe('every rule, over random histories', () => {
  const histories = fc.record({
    emission: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    movements: fc.array(
      fc.record({
        time: fc.integer({ min: -DAY, max: 6 * DAY }),
        from: fc.integer({ min: 0, max: 5 }),
        to: fc.integer({ min: 0, max: 5 }),
        amount: fc.bigInt({ min: 0n, max: 10n ** 30n }),
      }),
      { maxLength: 60 },
    ),
  });

  it.each<[string, (movements: TokenMovement[], days: ProgramDay[]) => Entitlements]>([
    ['balance', (movements, days) => balanceEntitlements(movements, days, new Set([CURVE]))],
    ['volume', (movements, days) => volumeEntitlements(movements.map(toTrade), days, new Set([CURVE]))],
    [
      'list',
      (movements, days) =>
        listEntitlements(
          toList(movements, 6n * (days[0]?.emission ?? 0n)),
          days,
          6n * (days[0]?.emission ?? 0n),
        ),
    ],
  ])('%s never promises more than is emitted, adds up, and never shrinks', (_name, rule) => {
    fc.assert(
      fc.property(histories, ({ emission, movements }) => {
        const history = backed(movements);
        let before: ReadonlyMap<Address, bigint> = new Map();
        for (let ended = 1; ended <= 6; ended += 1) {
          const { amounts, emitted } = rule(history, days(ended, emission));
          const sum = [...amounts.values()].reduce((total, amount) => total + amount, 0n);
          expect(emitted).toBe(BigInt(ended) * emission);
          expect(sum <= emitted).toBe(true);
          for (const amount of amounts.values()) expect(amount > 0n).toBe(true);
          for (const [holder, amount] of before) expect((amounts.get(holder) ?? 0n) >= amount).toBe(true);
          before = amounts;
        }
      }),
      { numRuns: 60 },
    );
  });
});

interface Step {
  readonly time: number;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
}

/** Movements in order, of which none moves more than its sender has: account 0 mints. */
function backed(steps: readonly Step[]): TokenMovement[] {
  const balances = new Map<number, bigint>();
  return [...steps]
    .sort((a, b) => a.time - b.time)
    .map(({ time, from, to, amount }) => {
      const moved = from === 0 ? amount : amount % ((balances.get(from) ?? 0n) + 1n);
      if (from !== 0) balances.set(from, (balances.get(from) ?? 0n) - moved);
      if (to !== 0) balances.set(to, (balances.get(to) ?? 0n) + moved);
      return { time: START + time, sender: account(from), recipient: account(to), amount: moved };
    });
}

function toTrade({ time, sender, amount }: TokenMovement) {
  return { time, trader: sender, amount };
}

/** A list that promises at most `planned`. */
function toList(movements: readonly TokenMovement[], planned: bigint) {
  const share = planned / 6n;
  const accounts = new Set(movements.map((movement) => movement.recipient));
  return [...accounts]
    .map((holder, i) => ({ account: holder, amount: share / BigInt(i + 1) + 1n }))
    .slice(0, share > 6n ? 5 : 0);
}

function plan({ emissionsPerDay, seconds }: { emissionsPerDay: bigint; seconds: number }): ProgramPlan {
  return { emissionsPerDay, startsAt: at(0), endsAt: at(seconds), plannedEndsAt: at(seconds) };
}

function days(count: number, emission: bigint): ProgramDay[] {
  return Array.from({ length: count }, (_, i) => ({
    from: START + i * DAY,
    to: START + (i + 1) * DAY,
    emission,
  }));
}

function mint(time: number, recipient: Address, amount: bigint): TokenMovement {
  return { time: START + time, sender: ZERO_ADDRESS, recipient, amount };
}

function at(seconds: number): Date {
  return new Date((START + seconds) * 1_000);
}

function account(i: number): Address {
  return toAddress(`0x${i.toString(16).padStart(40, '0')}`);
}
