import { ACCOUNT, ACCOUNT_COUNT } from '../chain/accounts.js';
import { rampLaunchpad } from '../launchpads/ramp-launchpad.js';
import { slipwayLaunchpad } from '../launchpads/slipway-launchpad.js';
import type { Action, PlannedBlock } from './action.js';
import { planScenario, SCENARIO_SECONDS } from './plan-scenario.js';

const END = 1_800_000_000;
const DAY = 24 * 3600;
const HEARTBEAT_SECONDS = 3600;

type ActionOf<Kind extends Action['kind'], A = Action> = A extends { kind: infer Own }
  ? Kind extends Own
    ? A
    : never
  : never;
type Timed<Kind extends Action['kind']> = ActionOf<Kind> & { readonly timestamp: number };

function list<Kind extends Action['kind']>(plan: readonly PlannedBlock[], kind: Kind): Timed<Kind>[] {
  return plan.flatMap(({ timestamp, actions }) =>
    actions
      .filter((action): action is ActionOf<Kind> => action.kind === kind)
      .map((action) => ({ ...action, timestamp })),
  );
}

function gapsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, i) => time - (times[i] ?? time));
}

/** App tokens of a wallet at the end, by what it bought, sold, and moved. */
function holdings(plan: readonly PlannedBlock[], wallet: number): Map<number, bigint> {
  const held = new Map<number, bigint>();
  const add = (app: number, amount: bigint): void => void held.set(app, (held.get(app) ?? 0n) + amount);
  for (const action of plan.flatMap(({ actions }) => actions)) {
    if (action.kind === 'buy' && action.wallet === wallet) add(action.app, action.minOut);
    if (action.kind === 'sell' && action.wallet === wallet) add(action.app, -action.amountIn);
    if (action.kind === 'transfer' && action.wallet === wallet) add(action.app, -action.amount);
    if (action.kind === 'transfer' && action.to === wallet) add(action.app, action.amount);
  }
  return new Map([...held].filter(([, amount]) => amount > 0n));
}

describe.each([
  ['slipway', 1, slipwayLaunchpad],
  ['slipway', 2026, slipwayLaunchpad],
  ['ramp', 1, rampLaunchpad],
  ['ramp', 2026, rampLaunchpad],
] as const)('the scenario of %s with seed %i', (_, seed, launchpad) => {
  const plan = planScenario(launchpad, { seed, endTime: END });
  const launches = list(plan, 'launch');
  const trades = [...list(plan, 'buy'), ...list(plan, 'sell')];

  it('is the same again', () => {
    expect(planScenario(launchpad, { seed, endTime: END })).toEqual(plan);
  });

  it('moves with its end time', () => {
    const later = planScenario(launchpad, { seed, endTime: END + 120 * DAY });
    expect(later.flatMap(({ actions }) => actions)).toEqual(plan.flatMap(({ actions }) => actions));
  });

  it('fills the thirty days up to its end, in growing time', () => {
    const times = plan.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(END - SCENARIO_SECONDS - 300);
    expect(times.at(-1)).toBeGreaterThan(END - 300);
    expect(times.at(-1)).toBeLessThanOrEqual(END);
  });

  it('has 40 to 80 apps under different names, some of the last day', () => {
    expect(launches.length).toBeGreaterThanOrEqual(40);
    expect(launches.length).toBeLessThanOrEqual(80);
    expect(new Set(launches.map(({ texts }) => texts.name)).size).toBe(launches.length);
    expect(new Set(launches.map(({ texts }) => texts.symbol)).size).toBe(launches.length);
    expect(launches.filter(({ timestamp }) => timestamp > END - DAY).length).toBeGreaterThan(2);
    for (const { texts } of launches) {
      expect(texts.symbol).toMatch(/^[A-Z0-9]{2,10}$/);
      expect(texts.website).toMatch(/^$|^https:\/\//);
    }
  });

  it('has at least 4,000 trades, with bursts of several in a block and quiet hours', () => {
    expect(trades.length).toBeGreaterThanOrEqual(4000);
    const inOneBlock = plan.map(
      ({ actions }) => actions.filter(({ kind }) => kind === 'buy' || kind === 'sell').length,
    );
    expect(inOneBlock.filter((count) => count >= 5).length).toBeGreaterThan(50);
    const times = trades.map(({ timestamp }) => timestamp).sort((a, b) => a - b);
    const gaps = gapsOf(times);
    expect(gaps.filter((gap) => gap > 2 * 3600).length).toBeGreaterThan(10);
  });

  it('has at least 60 wallets', () => {
    expect(new Set(trades.map(({ wallet }) => wallet)).size).toBeGreaterThanOrEqual(60);
  });

  it('has at least 5 graduated apps with trades in their pools', () => {
    const pools = trades.filter(({ place }) => place === 'pool').map(({ app }) => app);
    expect(new Set(pools).size).toBeGreaterThanOrEqual(5);
  });

  it('graduates apps, and changes the fee, as its launchpad has it', () => {
    const [graduations, fees] = [list(plan, 'graduate'), list(plan, 'fee')];
    if (launchpad === slipwayLaunchpad) {
      expect([graduations, fees]).toEqual([[], []]);
      return;
    }
    expect(graduations.length).toBeGreaterThanOrEqual(5);
    for (const { app, timestamp } of graduations) {
      const ofApp = trades.filter((trade) => trade.app === app);
      const ends = (place: string): number[] =>
        ofApp.filter((trade) => trade.place === place).map((trade) => trade.timestamp);
      // Nothing trades while a full curve waits.
      expect(timestamp - Math.max(...ends('curve'))).toBeGreaterThan(15 * 60);
      expect(Math.min(...ends('pool'))).toBeGreaterThanOrEqual(timestamp);
    }
    expect(fees).toHaveLength(1);
    const [before, after] = [
      trades.filter((t) => t.timestamp < fees[0]!.timestamp),
      trades.filter((t) => t.timestamp > fees[0]!.timestamp),
    ];
    expect(Math.min(before.length, after.length)).toBeGreaterThan(1000);
  });

  it('has transfers between wallets, to themselves too', () => {
    const transfers = list(plan, 'transfer');
    expect(transfers.length).toBeGreaterThan(100);
    expect(transfers.some(({ wallet, to }) => wallet === to)).toBe(true);
  });

  it("publishes prices within the feed's heartbeat, believably", () => {
    const prices = list(plan, 'price');
    const times = prices.map(({ timestamp }) => timestamp);
    const gaps = gapsOf([...times, END]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(HEARTBEAT_SECONDS);
    for (const { price } of prices) {
      expect(price).toBeGreaterThan(8_000_000n);
      expect(price).toBeLessThan(80_000_000n);
    }
  });

  it('gives each account its part', () => {
    const actors = new Set(plan.flatMap(({ actions }) => actions.flatMap(walletsOf)));
    expect(actors.has(ACCOUNT.idle)).toBe(false);
    expect(Math.max(...actors)).toBeLessThan(ACCOUNT_COUNT);
    expect(trades.some(({ wallet }) => wallet === ACCOUNT.operator)).toBe(false);

    const byWallet = trades.filter(({ wallet }) => wallet === ACCOUNT.regular);
    expect(byWallet.length).toBeGreaterThan(100);
    expect(holdings(plan, ACCOUNT.regular).size).toBeGreaterThanOrEqual(5);

    const created = launches.filter(({ wallet }) => wallet === ACCOUNT.creator);
    expect(created.length).toBeGreaterThanOrEqual(2);
    expect(created.every(({ timestamp }) => timestamp < END - DAY)).toBe(true);
  });
});

function walletsOf(action: Action): number[] {
  if (action.kind === 'price' || action.kind === 'fee') return [];
  return action.kind === 'transfer' ? [action.wallet, action.to] : [action.wallet];
}
