import type { ClientBase } from 'pg';
import { ZERO_ADDRESS } from '#values';
import type { TransferRow } from '../handlers/rows.js';
import { toColumns } from './columns.js';
import { IS_WALKED } from './past-states.js';

interface Delta {
  readonly token: string;
  readonly holder: string;
  amount: bigint;
}

type Movement = Pick<TransferRow, 'token' | 'sender' | 'recipient' | 'amount'>;

/**
 * Applies transfers to the balances and to the apps' counts of holders. Rows exist only above zero. A balance that
 * would go below zero breaks the table's check: the batch is refused, since its transfers cannot be all there are.
 */
export async function mergeBalances(client: ClientBase, transfers: readonly Movement[]): Promise<void> {
  const deltas = sumMovements(transfers);
  if (deltas.length === 0) return;
  await client.query({
    name: 'merge-balances',
    text: `
      WITH delta AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[]) AS delta (token, holder, amount)
      ), changed AS MATERIALIZED (
        SELECT token, holder, coalesce(balance, 0) AS before, coalesce(balance, 0) + amount AS after
        FROM delta LEFT JOIN balances USING (token, holder)
      ), remembered AS (
        INSERT INTO past_balances (token, generation, holder, balance)
        SELECT token, head.generation, holder, before FROM changed CROSS JOIN head WHERE ${IS_WALKED}
      ), emptied AS (
        DELETE FROM balances USING changed
        WHERE balances.token = changed.token AND balances.holder = changed.holder AND changed.after = 0
      ), filled AS (
        INSERT INTO balances (token, holder, balance)
        SELECT token, holder, after FROM changed WHERE after <> 0
        ON CONFLICT (token, holder) DO UPDATE SET balance = excluded.balance
      ), came AS (
        SELECT token, sum((after > 0)::int - (before > 0)::int) AS holders FROM changed GROUP BY token
      )
      UPDATE app_stats SET holders = app_stats.holders + came.holders
      FROM came WHERE app_stats.token = came.token AND came.holders <> 0`,
    values: toColumns(deltas, [(delta) => delta.token, (delta) => delta.holder, (delta) => delta.amount]),
  });
}

function sumMovements(transfers: readonly Movement[]): Delta[] {
  const deltas = new Map<string, Delta>();
  const add = (token: string, holder: string, amount: bigint): void => {
    if (holder === ZERO_ADDRESS) return;
    const key = `${token}|${holder}`;
    const delta = deltas.get(key);
    if (delta === undefined) deltas.set(key, { token, holder, amount });
    else delta.amount += amount;
  };
  for (const { token, sender, recipient, amount } of transfers) {
    add(token, sender, -amount);
    add(token, recipient, amount);
  }
  return [...deltas.values()].filter((delta) => delta.amount !== 0n);
}
