import { toAddress } from '@slipway/domain';
import { PROGRAM_COUNT, planPrograms } from './plan-programs.js';
import { distributorAddresses } from './reward-chain.js';

const NOW = new Date('2026-11-21T08:30:00Z');
const APPS = ['TIDE', 'K$TL', 'Orch'].map((symbol, i) => ({
  symbol,
  token: toAddress(`0x${String(i + 1).repeat(40)}`),
}));

describe("the local network's programs", () => {
  const planned = planPrograms(APPS, distributorAddresses(PROGRAM_COUNT), NOW);
  const programs = planned.map(({ program }) => program);

  it('are three of the protocol and four of apps, one ended and one to come', () => {
    expect(programs.filter(({ tokenAddress }) => tokenAddress === null)).toHaveLength(3);
    expect(programs).toHaveLength(PROGRAM_COUNT);
    expect(programs.filter(({ endsAt }) => endsAt <= NOW)).toHaveLength(1);
    expect(programs.filter(({ startsAt }) => startsAt > NOW)).toHaveLength(1);
    expect(new Set(programs.map(({ rule }) => rule))).toEqual(new Set(['balance', 'volume', 'list']));
  });

  it('have ids and distributors of their own', () => {
    expect(new Set(programs.map(({ id }) => id)).size).toBe(PROGRAM_COUNT);
    expect(new Set(programs.map(({ distributor }) => distributor)).size).toBe(PROGRAM_COUNT);
    for (const { id } of programs) expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/);
  });

  it('list no more than they emit', () => {
    for (const { list, budget } of planned) {
      expect(list.reduce((sum, { amount }) => sum + amount, 0n) <= budget).toBe(true);
    }
  });
});
