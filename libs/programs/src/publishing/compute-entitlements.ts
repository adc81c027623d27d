import type { Program } from '../program.js';
import { balanceEntitlements } from '../rules/balance-rule.js';
import type { Entitlements } from '../rules/entitlements.js';
import { listEntitlements } from '../rules/list-rule.js';
import { endedDays, plannedEmissions } from '../rules/program-days.js';
import { volumeEntitlements } from '../rules/volume-rule.js';
import type { ProgramHistory } from './read-history.js';

/** A rule's answer over the indexed history, and the time that it accounts to. */
export interface AccountedEntitlements extends Entitlements {
  readonly accountedUntil: Date;
}

/** What everybody earned in a program on the days that had ended at a time; null before the first had. */
export async function computeEntitlements(
  program: Program,
  until: Date,
  history: ProgramHistory,
): Promise<AccountedEntitlements | null> {
  const days = endedDays(program, until);
  const last = days.at(-1);
  if (last === undefined) return null;
  const accountedUntil = new Date(last.to * 1_000);
  const { tokenAddress: token, startsAt } = program;
  const excluded = new Set(await history.listMarketContracts()).add(program.distributor);
  if (program.rule === 'list') {
    const entries = await history.listEntries(program.id);
    return { accountedUntil, ...listEntitlements(entries, days, plannedEmissions(program)) };
  }
  if (program.rule === 'balance' && token !== null) {
    const movements = await history.movements(token, accountedUntil);
    return { accountedUntil, ...balanceEntitlements(movements, days, excluded) };
  }
  const trades = await history.trades(token, startsAt, accountedUntil);
  return { accountedUntil, ...volumeEntitlements(trades, days, excluded) };
}
