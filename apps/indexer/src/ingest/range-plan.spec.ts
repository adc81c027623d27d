import { RangeTooLargeError } from '@slipway/chain';
import { HeadersNeededError } from './cross-check.js';
import { RangePlan } from './range-plan.js';

const NEWEST = 30_000_000;
const FIRST_UNFINAL = NEWEST - 64;
const START = 20_000_000;
const OPTIONS = { startBlock: START, maxRange: 100_000, finalityBlocks: 64, local: false };

describe('RangePlan', () => {
  let plan: RangePlan;
  let from: number;

  /** The next range: its length, and whether it is long. */
  const next = (logs = 0): [blocks: number, isLong: boolean] => {
    const range = plan.next(from, NEWEST, FIRST_UNFINAL);
    plan.accept(range, logs, logs);
    const blocks = range.to - from + 1;
    from = range.to + 1;
    return [blocks, range.isLong];
  };

  beforeEach(() => {
    plan = new RangePlan(OPTIONS, true);
    from = START;
  });

  it('reads a quiet history in ever longer ranges, which end at blocks whose hashes are kept', () => {
    let ranges = 0;
    for (; from < START + 1_000_000; ranges += 1) {
      expect(next()[1]).toBe(true);
      expect((from - 1) % 256).toBe(0);
    }
    expect(ranges).toBeLessThan(24);
    expect(next()[0]).toBeGreaterThan(90_000);
  });

  it('reads all headers of one node, of what may change, and of what is too short to be worth a second node', () => {
    plan = new RangePlan(OPTIONS, false);
    expect(next()[1]).toBe(false);
    plan = new RangePlan(OPTIONS, true);
    from = NEWEST - 1_024 - 6;
    expect(next()).toEqual([100, false]);
    from = NEWEST - 1_024 - 7;
    expect(next()).toEqual([8, true]);
    from = FIRST_UNFINAL;
    expect(next()).toEqual([65, false]);
  });

  it('never reads more headers at once than memory is meant for', () => {
    plan = new RangePlan(OPTIONS, false);
    for (let i = 0; i < 50; i += 1) expect(next()[0]).toBeLessThanOrEqual(2_000);
  });

  it('reads headers of a busy history', () => {
    next(10_000);
    expect(next(10)[1]).toBe(false);
    expect(next()[1]).toBe(true);
  });

  it('reads what comes before a block of which nodes differ, then headers, each time for longer', () => {
    next();
    plan.needHeaders(from, new HeadersNeededError(from + 500, false, 'differ'));
    expect(next()).toEqual([500, true]);
    expect(next()).toEqual([64, false]);
    plan.needHeaders(from, new HeadersNeededError(from, false, 'differ'));
    plan.needHeaders(from, new HeadersNeededError(from, false, 'differ'));
    const began = from;
    while (!plan.next(from, NEWEST, FIRST_UNFINAL).isLong) next();
    expect(from - began).toBe(128);
    next();
    plan.needHeaders(from, new HeadersNeededError(from, false, 'differ'));
    expect(next()[1]).toBe(false);
    expect(plan.next(began + 64, NEWEST, FIRST_UNFINAL).isLong).toBe(true);
  });

  it('asks for less after a failure and after a refusal', () => {
    for (let i = 0; i < 5; i += 1) next();
    const { to } = plan.next(from, NEWEST, FIRST_UNFINAL);
    expect(plan.refuse(from, new RangeTooLargeError('too large', 300))).toBe(true);
    const smaller = plan.next(from, NEWEST, FIRST_UNFINAL);
    expect(smaller.to).toBeLessThan(to);
    expect(smaller.to - from).toBeLessThan(300);
    plan.needHeaders(from, new HeadersNeededError(from, true, 'no connection'));
    expect(plan.next(from, NEWEST, FIRST_UNFINAL).isLong).toBe(false);
    expect(plan.next(from + 64, NEWEST, FIRST_UNFINAL).to).toBeLessThan(from + 64 + 100);
  });

  it('ends before the block that something is wrong with', () => {
    plan.stopBefore(START + 3);
    expect(next()).toEqual([3, false]);
    plan.stopBefore(from + 50);
    expect(next()).toEqual([50, true]);
  });
});
