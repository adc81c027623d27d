import { Injectable } from '@nestjs/common';
import { PrismaService } from '@slipway/database';
import type { PlacedLeaf } from '@slipway/merkle';
import type { Address, AsOfBlock } from '@slipway/domain';
import {
  ACTIVE_PROGRAMS,
  NAMED_PROGRAMS,
  CLAIM_LEAVES,
  CLAIMABLE_PROGRAMS,
  PROGRAM_PAGE,
  PUBLIC_TREE,
  TREE_LEAVES,
  TREE_NODES,
  WALLET_PROOFS,
  WALLET_REWARDS,
  type PublicTree,
} from './rewards.sql.js';
import type {
  ClaimableRow,
  ClaimableProgram,
  ClaimLeafRow,
  ProgramItem,
  ProgramPage,
  RewardPriceRow,
  RewardProof,
} from './types/rewards.types.js';

/** Reads programs, allocations and trees. Null beside an `asOf` means that nothing is indexed yet. */
@Injectable()
export class RewardsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Programs active at a time, by id, and when that changes next; null when it never does. */
  listActive(
    now: Date,
    afterId: string | null,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; programs: ProgramItem[]; nextBoundary: Date | null } | null> {
    return this.prisma.$runAsOf(ACTIVE_PROGRAMS, now, afterId, limit);
  }

  /** The programs of some ids, in their order. */
  findPrograms(ids: readonly string[]): Promise<{ asOf: AsOfBlock; programs: ProgramItem[] } | null> {
    return this.prisma.$runAsOf(NAMED_PROGRAMS, ids);
  }

  /** One program; `program` is null when none has the id. */
  readProgram(id: string): Promise<{ asOf: AsOfBlock; program: ProgramPage | null } | null> {
    return this.prisma.$runAsOf(PROGRAM_PAGE, id);
  }

  /** Everything that a wallet may claim, by program id. */
  readRewards(
    wallet: Address,
  ): Promise<{ asOf: AsOfBlock; rewards: ClaimableRow[]; prices: RewardPriceRow } | null> {
    return this.prisma.$runAsOf(WALLET_REWARDS, wallet);
  }

  readProofs(wallet: Address): Promise<{ asOf: AsOfBlock; proofs: RewardProof[] } | null> {
    return this.prisma.$runAsOf(WALLET_PROOFS, wallet);
  }

  /** The programs of some ids, or those that ever allocated the wallet something, by id. */
  listClaimable(wallet: Address, ids: readonly string[] | null): Promise<ClaimableProgram[]> {
    return this.prisma.$run(CLAIMABLE_PROGRAMS, wallet, ids);
  }

  /** What the trees with certain roots say of a wallet, in the order asked. */
  readLeaves(
    wallet: Address,
    trees: readonly { readonly programId: string; readonly root: string }[],
  ): Promise<ClaimLeafRow[]> {
    const ids = trees.map(({ programId }) => programId);
    const roots = trees.map(({ root }) => root);
    return this.prisma.$run(CLAIM_LEAVES, wallet, ids, roots);
  }

  /** Null when there is no such program, its allocations are private, or no tree of ours is in force. */
  async findPublicTree(programId: string): Promise<PublicTree | null> {
    const [tree] = await this.prisma.$run(PUBLIC_TREE, programId);
    return tree ?? null;
  }

  async readNodes(treeId: number, from: number, count: number): Promise<Uint8Array> {
    const [row] = await this.prisma.$run(TREE_NODES, treeId, from, count);
    if (row === undefined) throw new Error(`no tree ${treeId}`);
    return row.nodes;
  }

  /** Leaves in the order of their accounts, from after one. */
  async listLeaves(treeId: number, afterAccount: string, limit: number): Promise<PlacedLeaf[]> {
    const rows = await this.prisma.$run(TREE_LEAVES, treeId, afterAccount, limit);
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }
}
