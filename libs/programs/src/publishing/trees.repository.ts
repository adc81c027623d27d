import type { Pool } from '#database';
import { countLeaves, decodeLeaf, rootOf, type ClaimTree, type NodeHex } from '#merkle';
import type { Address } from '#values';
import { LEAF_PROOF } from './leaf-proof.sql.js';

/** The last tree that was published of a program. */
export interface PublishedTree {
  readonly id: number;
  readonly root: NodeHex;
  readonly accountedUntil: Date;
  readonly total: bigint;
}

export interface NewTree {
  readonly programId: string;
  readonly tree: ClaimTree;
  readonly total: bigint;
  readonly accountedUntil: Date;
}

/** What an account is due by a program's last published tree. Amounts in wei. */
export interface AccountClaim {
  readonly account: Address;
  readonly distributor: Address;
  readonly rewardToken: Address;
  readonly cumulative: bigint;
  /** On chain, as far as it is indexed. */
  readonly claimed: bigint;
  readonly proof: readonly NodeHex[];
}

/** Allocations that one statement writes. */
const PAGE = 10_000;

/** Published trees: never changed, never deleted, since any of their roots may be set again. */
export class TreesRepository {
  constructor(private readonly pool: Pool) {}

  async findLast(programId: string): Promise<PublishedTree | null> {
    const { rows } = await this.pool.query<{ id: number; root: NodeHex; until: Date; total: string }>(
      `SELECT id, '0x' || encode(root, 'hex') AS root, accounted_until AS until, total::text FROM reward_trees
      WHERE program_id = $1 ORDER BY id DESC LIMIT 1`,
      [programId],
    );
    const row = rows[0];
    return row === undefined
      ? null
      : { id: row.id, root: row.root, accountedUntil: row.until, total: BigInt(row.total) };
  }

  async readAmounts(treeId: number): Promise<Map<Address, bigint>> {
    const { rows } = await this.pool.query<{ account: Address; amount: string }>(
      'SELECT account, amount::text FROM reward_allocations WHERE tree_id = $1',
      [treeId],
    );
    return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]));
  }

  /** Null when the last tree has no leaf for the account. */
  async findClaim(programId: string, account: Address): Promise<AccountClaim | null> {
    const { rows } = await this.pool.query<ClaimRow>(
      `SELECT p.distributor, p.reward_token AS "rewardToken", a.amount::text AS cumulative, ${LEAF_PROOF} AS proof,
        coalesce((SELECT amount FROM reward_claimed c WHERE c.distributor = p.distributor AND c.account = a.account
          AND c.reward = p.reward_token), 0)::text AS claimed
      FROM programs p JOIN reward_allocations a ON a.account = $2
        JOIN reward_trees t ON t.id = a.tree_id
      WHERE p.id = $1 AND t.id = (SELECT max(id) FROM reward_trees WHERE program_id = p.id)`,
      [programId, account],
    );
    const row = rows[0];
    if (row === undefined) return null;
    return { ...row, account, cumulative: BigInt(row.cumulative), claimed: BigInt(row.claimed) };
  }

  /** What a program's distributor has paid, as far as the chain is indexed. */
  async sumClaimed(distributor: Address, reward: Address): Promise<bigint> {
    const { rows } = await this.pool.query<{ sum: string }>(
      'SELECT coalesce(sum(amount), 0)::text AS sum FROM reward_claimed WHERE distributor = $1 AND reward = $2',
      [distributor, reward],
    );
    return BigInt(rows[0]?.sum ?? 0);
  }

  /** Keeps a tree with its allocations, all or nothing. */
  async add({ programId, tree, total, accountedUntil }: NewTree): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const root = Buffer.from(rootOf(tree.nodes).slice(2), 'hex');
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO reward_trees (program_id, root, accounted_until, leaves, total, nodes)
        VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
        [
          programId,
          root,
          accountedUntil,
          countLeaves(tree.leaves),
          total.toString(),
          Buffer.from(tree.nodes.buffer),
        ],
      );
      const id = rows[0]?.id;
      const count = countLeaves(tree.leaves);
      for (let from = 0; from < count; from += PAGE) {
        const places = Array.from({ length: Math.min(PAGE, count - from) }, (_, i) => from + i);
        const leaves = places.map((place) => decodeLeaf(tree.leaves, place));
        await client.query(
          `INSERT INTO reward_allocations (tree_id, account, amount, node_index)
          SELECT $1, * FROM unnest($2::text[], $3::numeric[], $4::int[])`,
          [
            id,
            leaves.map((leaf) => leaf.account),
            leaves.map((leaf) => leaf.amount.toString()),
            places.map((place) => tree.nodeIndexes[place]),
          ],
        );
      }
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}

interface ClaimRow {
  readonly distributor: Address;
  readonly rewardToken: Address;
  readonly cumulative: string;
  readonly claimed: string;
  readonly proof: NodeHex[];
}
