import type { ClientBase } from 'pg';
import { ZERO_ADDRESS } from '#values';
import type { TransferRow } from '../handlers/rows.js';
import { toColumns } from './columns.js';
import { copyRows } from './copy-rows.js';
import { rememberBalances, type BalanceChange } from './past-balances.js';
import { isWalked } from './past-states.js';

interface Delta {
  readonly token: string;
  readonly holder: string;
  amount: bigint;
}

type Movement = Pick<TransferRow, 'token' | 'sender' | 'recipient' | 'amount'>;

const COLUMNS = {
  token: (change: BalanceChange) => change.token,
  holder: (change: BalanceChange) => change.holder,
  balance: (change: BalanceChange) => change.after,
};

/**
 * Applies transfers to the balances and to the apps' counts of holders. Rows exist only above zero. A balance that
 * would go below zero breaks the table's check: the batch is refused, since its transfers cannot be all there are.
 */
export async function mergeBalances(client: ClientBase, transfers: readonly Movement[]): Promise<void> {
  const deltas = sumMovements(transfers);
  if (deltas.length === 0) return;
  const changes = await readChanges(client, deltas);
  if (await isWalked(client)) await rememberBalances(client, changes);
  await copyRows(
    client,
    'balances',
    COLUMNS,
    changes.filter(({ before }) => before === 0n),
  );
  await changeBalances(
    client,
    changes.filter(({ before, after }) => before !== 0n && after !== 0n),
  );
  await emptyBalances(
    client,
    changes.filter(({ after }) => after === 0n),
  );
  await countHolders(client, changes);
}

async function readChanges(client: ClientBase, deltas: readonly Delta[]): Promise<BalanceChange[]> {
  const { rows } = await client.query<{ place: number; balance: string }>({
    name: 'read-balances',
    text: `
      SELECT place::int, balance::text
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (token, holder, place)
      JOIN balances USING (token, holder)`,
    values: toColumns(deltas, [(delta) => delta.token, (delta) => delta.holder]),
  });
  const before = new Map(rows.map(({ place, balance }) => [place, BigInt(balance)]));
  return deltas.map(({ token, holder, amount }, i) => {
    const balance = before.get(i + 1) ?? 0n;
    return { token, holder, before: balance, after: balance + amount };
  });
}

async function changeBalances(client: ClientBase, changes: readonly BalanceChange[]): Promise<void> {
  if (changes.length === 0) return;
  await client.query({
    name: 'change-balances',
    text: `
      UPDATE balances SET balance = row.balance
      FROM unnest($1::text[], $2::text[], $3::numeric[]) AS row (token, holder, balance)
      WHERE balances.token = row.token AND balances.holder = row.holder`,
    values: toColumns(changes, Object.values(COLUMNS)),
  });
}

async function emptyBalances(client: ClientBase, changes: readonly BalanceChange[]): Promise<void> {
  if (changes.length === 0) return;
  await client.query({
    name: 'empty-balances',
    text: `
      DELETE FROM balances USING unnest($1::text[], $2::text[]) AS row (token, holder)
      WHERE balances.token = row.token AND balances.holder = row.holder`,
    values: toColumns(changes, [(change) => change.token, (change) => change.holder]),
  });
}

async function countHolders(client: ClientBase, changes: readonly BalanceChange[]): Promise<void> {
  const came = new Map<string, number>();
  for (const { token, before, after } of changes) {
    const one = Number(after > 0n) - Number(before > 0n);
    if (one !== 0) came.set(token, (came.get(token) ?? 0) + one);
  }
  if (came.size === 0) return;
  await client.query({
    name: 'count-holders',
    text: `
      UPDATE app_stats SET holders = app_stats.holders + came.holders
      FROM unnest($1::text[], $2::int[]) AS came (token, holders) WHERE app_stats.token = came.token`,
    values: toColumns([...came], [([token]) => token, ([, holders]) => holders]),
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
