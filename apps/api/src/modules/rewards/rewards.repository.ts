import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { PlacedLeaf } from '#merkle';
import type { Address, AsOf } from '#values';
import {
  ACTIVE_PROGRAMS,
  CLAIMABLE_PROGRAMS,
  CLAIM_LEAVES,
  PROGRAM_PAGE,
  PUBLIC_TREE,
  TREE_LEAVES,
  TREE_NODES,
  WALLET_PROOFS,
  WALLET_REWARDS,
} from './rewards.sql.js';
import type {
  ClaimLeafFacts,
  ClaimableFacts,
  ClaimableProgram,
  ProgramDetail,
  ProgramItem,
  RewardPriceFacts,
  RewardProof,
} from './rewards.types.js';

/** What the database knows of a program's page; its leaves' encoding is a constant. */
export type ProgramPage = Omit<ProgramDetail, 'leafEncoding'>;

/** The tree in force of a program whose allocations are public. */
export interface PublicTree {
  readonly id: number;
  readonly root: string;
  readonly nodes: number;
}

/** Reads programs, allocations and trees. Null for an answer means that nothing is indexed yet. */
@Injectable()
export class RewardsRepository {
  constructor(private readonly pool: Pool) {}

  /** Programs active at a time, by id, and when that changes next; null when it never does. */
  async listActive(
    now: Date,
    afterId: string | null,
    limit: number,
  ): Promise<{ asOf: AsOf; programs: ProgramItem[]; nextBoundary: Date | null } | null> {
    const { rows } = await this.pool.query<HeadRow & { programs: ProgramItem[]; next_boundary: Date | null }>(
      { ...ACTIVE_PROGRAMS, values: [now, afterId, limit] },
    );
    const row = rows[0];
    return row === undefined
      ? null
      : { asOf: toIndexedHead(row), programs: row.programs, nextBoundary: row.next_boundary };
  }

  /** One program; `program` is null when none has the id. */
  async readProgram(id: string): Promise<{ asOf: AsOf; program: ProgramPage | null } | null> {
    const { rows } = await this.pool.query<HeadRow & { program: ProgramPage | null }>({
      ...PROGRAM_PAGE,
      values: [id],
    });
    return rows[0] === undefined ? null : { asOf: toIndexedHead(rows[0]), program: rows[0].program };
  }

  /** Everything that a wallet may claim, by program id. */
  async readRewards(
    wallet: Address,
  ): Promise<{ asOf: AsOf; rewards: ClaimableFacts[]; prices: RewardPriceFacts } | null> {
    const { rows } = await this.pool.query<HeadRow & { rewards: ClaimableFacts[]; prices: RewardPriceFacts }>(
      { ...WALLET_REWARDS, values: [wallet] },
    );
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), rewards: row.rewards, prices: row.prices };
  }

  async readProofs(wallet: Address): Promise<{ asOf: AsOf; proofs: RewardProof[] } | null> {
    const { rows } = await this.pool.query<HeadRow & { proofs: RewardProof[] }>({
      ...WALLET_PROOFS,
      values: [wallet],
    });
    return rows[0] === undefined ? null : { asOf: toIndexedHead(rows[0]), proofs: rows[0].proofs };
  }

  /** The programs of some ids, or those that ever allocated the wallet something, by id. */
  async listClaimable(wallet: Address, ids: readonly string[] | null): Promise<ClaimableProgram[]> {
    const { rows } = await this.pool.query<ClaimableProgram>({
      ...CLAIMABLE_PROGRAMS,
      values: [wallet, ids],
    });
    return rows;
  }

  /** What the trees with certain roots say of a wallet, in the order asked. */
  async readLeaves(
    wallet: Address,
    trees: readonly { readonly programId: string; readonly root: string }[],
  ): Promise<ClaimLeafFacts[]> {
    const { rows } = await this.pool.query<ClaimLeafFacts>({
      ...CLAIM_LEAVES,
      values: [wallet, trees.map((tree) => tree.programId), trees.map((tree) => tree.root)],
    });
    return rows;
  }

  /** Null when there is no such program, its allocations are private, or no tree of ours is in force. */
  async findPublicTree(programId: string): Promise<PublicTree | null> {
    const { rows } = await this.pool.query<PublicTree>({ ...PUBLIC_TREE, values: [programId] });
    return rows[0] ?? null;
  }

  async readNodes(treeId: number, from: number, count: number): Promise<Uint8Array> {
    const { rows } = await this.pool.query<{ nodes: Buffer }>({
      ...TREE_NODES,
      values: [treeId, from, count],
    });
    if (rows[0] === undefined) throw new Error(`no tree ${treeId}`);
    return rows[0].nodes;
  }

  /** Leaves in the order of their accounts, from after one. */
  async listLeaves(treeId: number, afterAccount: string, limit: number): Promise<PlacedLeaf[]> {
    const { rows } = await this.pool.query<Omit<PlacedLeaf, 'amount'> & { amount: string }>({
      ...TREE_LEAVES,
      values: [treeId, afterAccount, limit],
    });
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }
}
