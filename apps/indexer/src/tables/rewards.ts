import type { Hex } from 'viem';
import { HEAD_CHANNEL, addressOfId, idOfAddress } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { RewardClaimRow, RewardRootRow, RewardRows } from '../decode/rows.js';
import { copyRows, toBytea, type CopyColumns } from '../postgres/copy-rows.js';
import { mergeRows } from '../postgres/merge-rows.js';
import type { Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';
import { MOMENT_COLUMNS } from './events.js';

type Claimed = Pick<RewardClaimRow, 'contract' | 'account' | 'reward' | 'amount'>;

const rootColumns = (idOf: IdOf): CopyColumns<RewardRootRow> => ({
  ...MOMENT_COLUMNS,
  tx_hash: (row) => toBytea(row.txHash),
  distributor_id: (row) => idOf(row.contract),
  root: (row) => toBytea(row.root),
});

const claimedColumns = (idOf: IdOf): CopyColumns<Claimed> => ({
  distributor_id: (row) => idOf(row.contract),
  account_id: (row) => idOf(row.account),
  reward_id: (row) => idOf(row.reward),
  amount: (row) => row.amount,
});

const claimColumns = (idOf: IdOf): CopyColumns<RewardClaimRow> => ({
  ...MOMENT_COLUMNS,
  ...claimedColumns(idOf),
  tx_hash: (row) => toBytea(row.txHash),
});

/** Adds what distributors did in a range: roots, payments, and what each account was paid in all. */
export async function insertRewardEvents(session: Session, rows: RewardRows, idOf: IdOf): Promise<void> {
  await copyRows(session, 'reward_roots', rootColumns(idOf), rows.rewardRoots);
  await copyRows(session, 'reward_claims', claimColumns(idOf), rows.rewardClaims);
  const sums = new Map<string, Claimed>();
  for (const { contract, account, reward, amount } of rows.rewardClaims) {
    const key = [contract, account, reward].join();
    sums.set(key, { contract, account, reward, amount: amount + (sums.get(key)?.amount ?? 0n) });
  }
  await mergeRows(
    session,
    {
      table: 'reward_claimed',
      key: ['distributor_id', 'account_id', 'reward_id'],
      columns: claimedColumns(idOf),
      changed: { amount: 'old.amount + excluded.amount' },
    },
    [...sums.values()],
  );
}

export async function rollBackRewardEvents(session: Session, block: number): Promise<void> {
  await session.query('DELETE FROM reward_roots WHERE block_number > $1', [block]);
  await session.query(
    `WITH gone AS MATERIALIZED (
      DELETE FROM reward_claims WHERE block_number > $1 RETURNING distributor_id, account_id, reward_id, amount
    ), lost AS MATERIALIZED (
      SELECT distributor_id, account_id, reward_id, sum(amount) AS amount FROM gone
      GROUP BY distributor_id, account_id, reward_id
    ), emptied AS (
      DELETE FROM reward_claimed USING lost
      WHERE reward_claimed.distributor_id = lost.distributor_id AND reward_claimed.account_id = lost.account_id
        AND reward_claimed.reward_id = lost.reward_id AND reward_claimed.amount = lost.amount
    )
    UPDATE reward_claimed SET amount = reward_claimed.amount - lost.amount FROM lost
    WHERE reward_claimed.distributor_id = lost.distributor_id AND reward_claimed.account_id = lost.account_id
      AND reward_claimed.reward_id = lost.reward_id AND reward_claimed.amount > lost.amount`,
    [block],
  );
}

/** The distributors whose events are in the tables. */
export async function listDistributors(session: Session): Promise<Address[]> {
  const { rows } = await session.query<{ distributor: Address }>(
    `SELECT ${addressOfId('d.distributor_id')} AS distributor FROM reward_distributors d ORDER BY d.distributor_id`,
  );
  return rows.map((row) => row.distributor);
}

/** The distributors of programs that were added since. */
export async function listNewDistributors(session: Session): Promise<Address[]> {
  const { rows } = await session.prepared<{ distributor: Address }>(`
      SELECT distributor FROM programs p
      WHERE NOT EXISTS (SELECT FROM reward_distributors d WHERE d.distributor_id = ${idOfAddress('p.distributor')}) ORDER BY distributor`);
  return rows.map((row) => row.distributor);
}

/** Notes that distributors are followed, and announces more of the same block. Run in their history's transaction. */
export async function addDistributors(
  session: Session,
  distributors: readonly Address[],
  idOf: IdOf,
): Promise<void> {
  await session.query('INSERT INTO reward_distributors (distributor_id) SELECT unnest($1::int[])', [
    distributors.map(idOf),
  ]);
  await session.query('UPDATE head SET distributors = (SELECT count(*) FROM reward_distributors)');
  await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'distributors']);
}

/** A distributor that enforces a tree that was not published here: what it pays cannot be proved by us. */
export interface UnknownRoot {
  readonly programId: string;
  readonly distributor: Address;
  readonly root: Hex;
}

const NO_ROOT = `'\\x${'00'.repeat(32)}'::bytea`;

/** Those of some distributors whose root now is of no published tree. */
export async function listUnknownRoots(
  session: Session,
  distributors: readonly Address[],
): Promise<UnknownRoot[]> {
  if (distributors.length === 0) return [];
  const { rows } = await session.query<UnknownRoot>(
    `SELECT p.id AS "programId", p.distributor, '0x' || encode(r.root, 'hex') AS root
    FROM programs p CROSS JOIN LATERAL (
      SELECT root FROM reward_roots WHERE distributor_id = ${idOfAddress('p.distributor')}
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) r
    WHERE p.distributor = ANY ($1) AND r.root <> ${NO_ROOT}
      AND NOT EXISTS (SELECT FROM reward_trees t WHERE t.program_id = p.id AND t.root = r.root)
    ORDER BY p.id`,
    [distributors],
  );
  return rows;
}
