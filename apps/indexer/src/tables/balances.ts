import { holderOrder } from '@slipway/database';
import { ZERO_ADDRESS, type Address } from '@slipway/domain';
import type { TransferRow } from '../decode/rows.js';
import { ContradictionError } from '../fold/contradiction.js';
import { toColumns } from '../postgres/columns.js';
import { columnsOf, copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import type { IdOf } from './address-ids.js';
import { isRemembered } from './past-states.js';
import type { Session } from '../postgres/session.js';

interface Holder {
  readonly tokenId: number;
  readonly holderId: number;
  readonly holderOrder: number;
}

export interface BalanceChange extends Holder {
  readonly before: bigint;
  readonly after: bigint;
}

export interface BalanceDelta extends Holder {
  amount: bigint;
}

const COLUMNS: CopyColumns<BalanceChange> = {
  ...columnsOf<BalanceChange>('tokenId', 'holderId', 'holderOrder'),
  balance: (change) => change.after,
};

/**
 * Applies transfers to the balances. Rows exist only above zero.
 * @throws ContradictionError when a holder sends what it does not have: the transfers cannot be all there are
 */
export async function mergeBalances(
  session: Session,
  transfers: readonly TransferRow[],
  idOf: IdOf,
): Promise<BalanceChange[]> {
  return changeBalances(session, sumMovements(transfers, idOf), (changes) => {
    const overdrawn = changes.find(({ after }) => after < 0n);
    if (overdrawn !== undefined) throw overdraft(overdrawn, transfers, idOf);
  });
}

function overdraft(
  { tokenId, holderId, before }: BalanceChange,
  transfers: readonly TransferRow[],
  idOf: IdOf,
): Error {
  let balance = before;
  for (const { token, sender, recipient, amount, blockNumber, logIndex } of transfers) {
    if (idOf(token) !== tokenId) continue;
    if (idOf(recipient) === holderId) balance += amount;
    if (idOf(sender) === holderId) balance -= amount;
    if (balance >= 0n) continue;
    const what = `${sender} sends ${-balance} tokens more than it has`;
    const at = { app: token, holder: sender, blockNumber, logIndex, since: null };
    return new ContradictionError({ ...at, kind: 'balance', what });
  }
  return new Error('an overdraft without a transfer');
}

/**
 * Applies sums of transfers to the balances, none of the zero address.
 * @param check throws what is wrong with them
 * @returns what became of each
 */
export async function changeBalances(
  session: Session,
  sums: readonly BalanceDelta[],
  check: (changes: readonly BalanceChange[]) => void = () => undefined,
): Promise<BalanceChange[]> {
  const deltas = inKeyOrder(
    sums.filter(({ amount }) => amount !== 0n),
    ({ tokenId }) => tokenId,
    ({ holderId }) => holderId,
  );
  if (deltas.length === 0) return [];
  const changes = await readChanges(session, deltas);
  check(changes);
  if (await isRemembered(session)) await rememberBalances(session, changes);
  const opened = changes.filter(({ before }) => before === 0n);
  const changed = changes.filter(({ before, after }) => before !== 0n && after !== 0n);
  const emptied = changes.filter(({ after }) => after === 0n);
  await copyRows(session, 'balances', COLUMNS, opened);
  await mergeRows(session, { table: 'balances', key: ['token_id', 'holder_id'], columns: COLUMNS }, changed);
  if (emptied.length > 0) await emptyBalances(session, emptied);
  return changes;
}

async function readChanges(session: Session, deltas: readonly BalanceDelta[]): Promise<BalanceChange[]> {
  const { rows } = await session.prepared<{ ordinal: number; balance: string }>(
    `
      SELECT ordinal::int, balance::text
      FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS asked (token_id, holder_id, ordinal)
      JOIN balances USING (token_id, holder_id)`,
    toColumns(deltas, ['tokenId', 'holderId']),
  );
  const before = new Map(rows.map(({ ordinal, balance }) => [ordinal, BigInt(balance)]));
  return deltas.map(({ tokenId, holderId, holderOrder, amount }, i) => {
    const balance = before.get(i + 1) ?? 0n;
    return { tokenId, holderId, holderOrder, before: balance, after: balance + amount };
  });
}

async function emptyBalances(session: Session, changes: readonly BalanceChange[]): Promise<void> {
  await session.prepared(
    `
      DELETE FROM balances USING unnest($1::int[], $2::int[]) AS row (token_id, holder_id)
      WHERE balances.token_id = row.token_id AND balances.holder_id = row.holder_id`,
    toColumns(changes, ['tokenId', 'holderId']),
  );
}

function sumMovements(transfers: readonly TransferRow[], idOf: IdOf): BalanceDelta[] {
  const deltas = new Map<number, Map<number, BalanceDelta>>();
  const add = (tokenId: number, holder: Address, amount: bigint): void => {
    if (holder === ZERO_ADDRESS) return;
    const holderId = idOf(holder);
    const ofToken = deltas.get(tokenId) ?? new Map<number, BalanceDelta>();
    deltas.set(tokenId, ofToken);
    const delta = ofToken.get(holderId);
    if (delta !== undefined) delta.amount += amount;
    else ofToken.set(holderId, { tokenId, holderId, holderOrder: holderOrder(holder), amount });
  };
  for (const { token, sender, recipient, amount } of transfers) {
    const tokenId = idOf(token);
    add(tokenId, sender, -amount);
    add(tokenId, recipient, amount);
  }
  return [...deltas.values()].flatMap((ofToken) => [...ofToken.values()]);
}

async function rememberBalances(session: Session, changes: readonly BalanceChange[]): Promise<void> {
  await session.prepared(
    `
      INSERT INTO balance_history (revision, token_id, holder_id, balance)
      SELECT head.revision, row.token_id, row.holder_id, row.balance
      FROM head CROSS JOIN unnest($1::int[], $2::int[], $3::numeric[]) AS row (token_id, holder_id, balance)`,
    toColumns(changes, ['tokenId', 'holderId', 'before']),
  );
}
