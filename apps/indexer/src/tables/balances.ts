import { ZERO_ADDRESS } from '@slipway/domain';
import type { TransferRow } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import { columnsOf, copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import { isRemembered } from './past-states.js';
import type { Session } from '../postgres/session.js';

export interface BalanceChange {
  readonly token: string;
  readonly holder: string;
  readonly before: bigint;
  readonly after: bigint;
}

interface BalanceDelta {
  readonly token: string;
  readonly holder: string;
  amount: bigint;
}

const COLUMNS: CopyColumns<BalanceChange> = {
  ...columnsOf<BalanceChange>('token', 'holder'),
  balance: (change) => change.after,
};

/**
 * Applies transfers to the balances. Rows exist only above zero. A balance that would go below zero breaks the table's
 * check: the batch is refused, since its transfers cannot be all there are.
 */
export async function mergeBalances(
  session: Session,
  transfers: readonly TransferRow[],
): Promise<BalanceChange[]> {
  return changeBalances(session, sumMovements(transfers));
}

/** Applies sums of transfers to the balances. @returns what became of each */
export async function changeBalances(
  session: Session,
  sums: readonly BalanceDelta[],
): Promise<BalanceChange[]> {
  const deltas = inKeyOrder(
    sums.filter(({ holder, amount }) => holder !== ZERO_ADDRESS && amount !== 0n),
    ({ token }) => token,
    ({ holder }) => holder,
  );
  if (deltas.length === 0) return [];
  const changes = await readChanges(session, deltas);
  if (await isRemembered(session)) await rememberBalances(session, changes);
  const opened = changes.filter(({ before }) => before === 0n);
  const changed = changes.filter(({ before, after }) => before !== 0n && after !== 0n);
  const emptied = changes.filter(({ after }) => after === 0n);
  await copyRows(session, 'balances', COLUMNS, opened);
  await mergeRows(session, { table: 'balances', key: ['token', 'holder'], columns: COLUMNS }, changed);
  if (emptied.length > 0) await emptyBalances(session, emptied);
  return changes;
}

async function readChanges(session: Session, deltas: readonly BalanceDelta[]): Promise<BalanceChange[]> {
  const { rows } = await session.prepared<{ ordinal: number; balance: string }>(
    `
      SELECT ordinal::int, balance::text
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (token, holder, ordinal)
      JOIN balances USING (token, holder)`,
    toColumns(deltas, ['token', 'holder']),
  );
  const before = new Map(rows.map(({ ordinal, balance }) => [ordinal, BigInt(balance)]));
  return deltas.map(({ token, holder, amount }, i) => {
    const balance = before.get(i + 1) ?? 0n;
    return { token, holder, before: balance, after: balance + amount };
  });
}

async function emptyBalances(session: Session, changes: readonly BalanceChange[]): Promise<void> {
  await session.prepared(
    `
      DELETE FROM balances USING unnest($1::text[], $2::text[]) AS row (token, holder)
      WHERE balances.token = row.token AND balances.holder = row.holder`,
    toColumns(changes, ['token', 'holder']),
  );
}

function sumMovements(transfers: readonly TransferRow[]): BalanceDelta[] {
  const deltas = new Map<string, Map<string, BalanceDelta>>();
  const add = (token: string, holder: string, amount: bigint): void => {
    const ofToken = deltas.get(token) ?? new Map<string, BalanceDelta>();
    deltas.set(token, ofToken);
    const delta = ofToken.get(holder);
    if (delta === undefined) ofToken.set(holder, { token, holder, amount });
    else delta.amount += amount;
  };
  for (const { token, sender, recipient, amount } of transfers) {
    add(token, sender, -amount);
    add(token, recipient, amount);
  }
  return [...deltas.values()].flatMap((ofToken) => [...ofToken.values()]);
}

async function rememberBalances(session: Session, changes: readonly BalanceChange[]): Promise<void> {
  await session.prepared(
    `
      INSERT INTO past_balances (token, generation, holder, balance)
      SELECT row.token, head.generation, row.holder, row.balance
      FROM head CROSS JOIN unnest($1::text[], $2::text[], $3::numeric[]) AS row (token, holder, balance)`,
    toColumns(changes, ['token', 'holder', 'before']),
  );
}
