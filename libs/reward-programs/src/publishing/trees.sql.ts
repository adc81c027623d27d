import { idOfAddress, type Statement } from '@slipway/database';
import type { NodeHex } from '../merkle/tree-layout.js';
import type { Address } from '@slipway/domain';

/**
 * The proof of `reward_allocations a` in `reward_trees t`, as a JSON array of hex: counted from one, the sibling of a
 * node differs in the last bit, and its parent is half of it. Nodes are stored uncompressed, so that each slice reads
 * its own few bytes alone.
 */
export const LEAF_PROOF = `(
  SELECT coalesce(json_agg('0x' || encode(substring(t.nodes FROM (((a.node_index + 1) >> k) # 1) * 32 - 31 FOR 32),
    'hex') ORDER BY k), '[]')
  FROM generate_series(0, 21) k WHERE (a.node_index + 1) >> k > 1
)`;

/** The last tree of program $1. */
export const LAST_TREE: Statement<
  [programId: string],
  { id: number; root: NodeHex; accountedUntil: Date; total: string }
> = {
  text: `SELECT id, '0x' || encode(root, 'hex') AS root, accounted_until AS "accountedUntil", total::text
    FROM reward_trees WHERE program_id = $1 ORDER BY id DESC LIMIT 1`,
};

export const TREE_AMOUNTS: Statement<[treeId: number], { account: Address; amount: string }> = {
  text: 'SELECT account, amount::text FROM reward_allocations WHERE tree_id = $1',
};

/** What account $2 is due by the last tree of program $1. */
export const FIND_CLAIM: Statement<
  [programId: string, account: Address],
  { distributor: Address; rewardToken: Address; cumulative: string; claimed: string; proof: NodeHex[] }
> = {
  text: `SELECT p.distributor, p.reward_token AS "rewardToken", a.amount::text AS cumulative, ${LEAF_PROOF} AS proof,
      coalesce((SELECT amount FROM reward_claimed c WHERE c.distributor_id = ${idOfAddress('p.distributor')}
        AND c.account_id = ${idOfAddress('a.account')} AND c.reward_id = ${idOfAddress('p.reward_token')}), 0)::text AS claimed
    FROM programs p JOIN reward_allocations a ON a.account = $2
      JOIN reward_trees t ON t.id = a.tree_id
    WHERE p.id = $1 AND t.id = (SELECT max(id) FROM reward_trees WHERE program_id = p.id)`,
};

export const SUM_CLAIMED: Statement<[distributor: Address, reward: Address], { sum: string }> = {
  text: `SELECT coalesce(sum(amount), 0)::text AS sum FROM reward_claimed
    WHERE distributor_id = ${idOfAddress('$1')} AND reward_id = ${idOfAddress('$2')}`,
};

export const ADD_TREE: Statement<
  [programId: string, root: Buffer, accountedUntil: Date, leaves: number, total: string, nodes: Buffer],
  { id: number }
> = {
  text: `INSERT INTO reward_trees (program_id, root, accounted_until, leaves, total, nodes)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
};

/** Many in one statement: Prisma would send each value by itself. */
export const ADD_ALLOCATIONS: Statement<
  [treeId: number, accounts: readonly Address[], amounts: readonly string[], nodeIndexes: readonly number[]],
  never
> = {
  text: `INSERT INTO reward_allocations (tree_id, account, amount, node_index)
    SELECT $1, * FROM unnest($2::text[], $3::numeric[], $4::int[])`,
};
