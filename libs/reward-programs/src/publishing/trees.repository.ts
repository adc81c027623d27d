import type { PrismaService } from '@slipway/database';
import { countLeaves, rootOf, type NodeHex } from '../merkle/tree-layout.js';
import { decodeLeaf } from '../merkle/claim-leaves.js';
import type { ClaimTree } from '../merkle/grow-tree.js';
import type { Address } from '@slipway/domain';
import { ADD_ALLOCATIONS, ADD_TREE, FIND_CLAIM, LAST_TREE, SUM_CLAIMED, TREE_AMOUNTS } from './trees.sql.js';

/** The last tree that was published of a program. */
interface PublishedTree {
  readonly id: number;
  readonly root: NodeHex;
  readonly accountedUntil: Date;
  readonly total: bigint;
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
  constructor(private readonly prisma: PrismaService) {}

  async findLast(programId: string): Promise<PublishedTree | null> {
    const [row] = await this.prisma.$run(LAST_TREE, programId);
    return row === undefined ? null : { ...row, total: BigInt(row.total) };
  }

  async readAmounts(treeId: number): Promise<Map<Address, bigint>> {
    const rows = await this.prisma.$run(TREE_AMOUNTS, treeId);
    return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]));
  }

  /** Null when the last tree has no leaf for the account. */
  async findClaim(programId: string, account: Address): Promise<AccountClaim | null> {
    const [row] = await this.prisma.$run(FIND_CLAIM, programId, account);
    if (row === undefined) return null;
    return { ...row, account, cumulative: BigInt(row.cumulative), claimed: BigInt(row.claimed) };
  }

  /** What a program's distributor has paid, as far as the chain is indexed. */
  async sumClaimed(distributor: Address, reward: Address): Promise<bigint> {
    const [row] = await this.prisma.$run(SUM_CLAIMED, distributor, reward);
    return BigInt(row?.sum ?? 0);
  }

  /** Keeps a tree with its allocations, all or nothing. */
  async add(programId: string, tree: ClaimTree, total: bigint, accountedUntil: Date): Promise<void> {
    const root = Buffer.from(rootOf(tree.nodes).slice(2), 'hex');
    const nodes = Buffer.from(tree.nodes.buffer);
    const count = countLeaves(tree.leaves);
    await this.prisma.$inTransaction(async (run) => {
      const [added] = await run(ADD_TREE, programId, root, accountedUntil, count, total.toString(), nodes);
      if (added === undefined) throw new Error('the tree was not added');
      for (let from = 0; from < count; from += PAGE) {
        const positions = Array.from({ length: Math.min(PAGE, count - from) }, (_, i) => from + i);
        const leaves = positions.map((position) => decodeLeaf(tree.leaves, position));
        await run(
          ADD_ALLOCATIONS,
          added.id,
          leaves.map((leaf) => leaf.account),
          leaves.map((leaf) => leaf.amount.toString()),
          positions.map((position) => tree.nodeIndexes[position] ?? 0),
        );
      }
    });
  }
}
