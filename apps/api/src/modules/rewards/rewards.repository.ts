import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock } from '@slipway/domain';
import { type HeadStatement, idOfAddress, PrismaService, type Statement } from '@slipway/database';
import { LEAF_PROOF, type PlacedLeaf } from '@slipway/reward-programs';

/** What a program's id looks like (docs/http-contract.md section 3, Claim payload). */
export const PROGRAM_ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** A reward program, as the interface gives it. Amounts in wei. */
export interface ProgramItem {
  readonly id: string;
  readonly source: 'protocol' | 'app';
  readonly name: string;
  readonly rewardToken: Address;
  readonly emissionsPerDay: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly eligibility: string;
}

/** What the database knows of a program's page; its leaves' encoding is a constant. */
export interface ProgramPage extends ProgramItem {
  readonly distributor: Address;
  readonly tokenAddress: Address | null;
  readonly root: string | null;
  readonly rootBlock: number | null;
  readonly claimedTotal: string;
  readonly leaves: number | null;
  readonly hasPublicTree: boolean;
}

/** A wallet's leaf in a program's tree in force. */
export interface RewardProof {
  readonly programId: string;
  readonly distributor: Address;
  readonly rewardToken: Address;
  readonly root: string;
  readonly cumulative: string;
  readonly claimed: string;
  readonly leaf: string;
  readonly proof: string[];
}

/** What a reward is worth is computed from. Amounts in wei, the feed's price with 8 decimals. */
export interface ClaimableRow {
  readonly programId: string;
  readonly rewardToken: Address;
  readonly rewardSymbol: string;
  readonly claimable: string;
  /** The reserves that price the reward token when it is an app's; null when it is not. */
  readonly platformReserve: string | null;
  readonly tokenReserve: string | null;
}

/** What prices rewards at a block. */
export interface RewardPriceRow {
  readonly platformToken: Address;
  readonly oraclePrice: string | null;
}

/** A program as claims need it. */
export interface ClaimableProgram {
  readonly programId: string;
  readonly distributor: Address;
  readonly rewardToken: Address;
  /** Whether the reward token is the platform's or an app's, whose code is known. */
  readonly isOurToken: boolean;
}

/** What a published tree says of a wallet. */
export interface ClaimLeafRow {
  readonly programId: string;
  /** Whether the root asked about is of a tree that was published here. */
  readonly isKnown: boolean;
  /** Null when the tree has no leaf for the wallet. */
  readonly cumulative: string | null;
  readonly proof: `0x${string}`[] | null;
}

/** The tree in force of a program whose allocations are public. */
export interface PublicTree {
  readonly id: number;
  readonly root: string;
  readonly nodes: number;
}

/** The columns of a program that every response about it shows. */
const PROGRAM = `'id', p.id, 'source', CASE WHEN p.token_address IS NULL THEN 'protocol' ELSE 'app' END,
  'name', p.name, 'rewardToken', p.reward_token, 'emissionsPerDay', p.emissions_per_day::text,
  'startsAt', p.starts_at, 'endsAt', p.ends_at, 'eligibility', p.eligibility`;

/** The root that program p's distributor enforces at the head. All zeros is none. */
const ROOT = `LATERAL (
  SELECT nullif(root, '\\x${'00'.repeat(32)}'::bytea) AS root, block_number FROM reward_roots
  WHERE distributor_id = ${idOfAddress('p.distributor')} ORDER BY block_number DESC, log_index DESC LIMIT 1
) r`;

/** The published tree in force. */
const TREE = 'reward_trees t ON t.program_id = p.id AND t.root = r.root';

const CLAIMED = `reward_claimed c
  ON c.distributor_id = ${idOfAddress('p.distributor')} AND c.account_id = ${idOfAddress('a.account')}
    AND c.reward_id = ${idOfAddress('p.reward_token')}`;

/** The programs that are active at $1, by id: after id $2 (or null), at most $3 of them; and when that changes next. */
const ACTIVE_PROGRAMS: HeadStatement<
  [now: Date, afterId: string | null, limit: number],
  { programs: ProgramItem[]; nextBoundary: Date | null }
> = {
  name: 'active-programs',
  text: `
    SELECT h.*, (
      SELECT coalesce(json_agg(page.program), '[]') FROM (
        SELECT json_build_object(${PROGRAM}) AS program FROM programs p
        WHERE p.starts_at <= $1 AND p.ends_at > $1 AND ($2::text IS NULL OR p.id > $2) ORDER BY p.id LIMIT $3::int
      ) page
    ) AS programs, (
      SELECT min(boundary) FROM (
        SELECT starts_at AS boundary FROM programs UNION ALL SELECT ends_at FROM programs
      ) boundaries WHERE boundary > $1
    ) AS "nextBoundary"
    FROM indexed_head h`,
};

/** The programs of ids $1, in that order. */
const NAMED_PROGRAMS: HeadStatement<[ids: readonly string[]], { programs: ProgramItem[] }> = {
  name: 'named-programs',
  text: `
    SELECT h.*, (
      SELECT coalesce(json_agg(json_build_object(${PROGRAM}) ORDER BY asked.ordinal), '[]')
      FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, ordinal) JOIN programs p ON p.id = asked.id
    ) AS programs
    FROM indexed_head h`,
};

/** Program $1; null when none has the id. */
const PROGRAM_PAGE: HeadStatement<[id: string], { program: ProgramPage | null }> = {
  name: 'program-page',
  text: `
    SELECT h.*, (
      SELECT json_build_object(${PROGRAM}, 'distributor', p.distributor, 'tokenAddress', p.token_address,
        'root', '0x' || encode(r.root, 'hex'), 'rootBlock', CASE WHEN r.root IS NOT NULL THEN r.block_number END,
        'claimedTotal', (SELECT coalesce(sum(amount), 0)::text FROM reward_claimed
          WHERE distributor_id = ${idOfAddress('p.distributor')} AND reward_id = ${idOfAddress('p.reward_token')}),
        'leaves', CASE WHEN r.root IS NULL THEN 0 ELSE t.leaves END,
        'hasPublicTree', p.allocations_public AND t.id IS NOT NULL)
      FROM programs p LEFT JOIN ${ROOT} ON true LEFT JOIN ${TREE} WHERE p.id = $1
    ) AS program
    FROM indexed_head h`,
};

/** What wallet $1 may claim, by program id: after id $2 (or null), at most $3; and the sum of all of it by token. */
const WALLET_REWARDS: HeadStatement<[wallet: Address], { rewards: ClaimableRow[]; prices: RewardPriceRow }> =
  {
    name: 'wallet-rewards',
    text: `
    WITH reward AS MATERIALIZED (
      SELECT p.id, p.reward_token, p.reward_symbol, a.amount - coalesce(c.amount, 0) AS claimable
      FROM programs p JOIN ${ROOT} ON true JOIN ${TREE}
      JOIN reward_allocations a ON a.tree_id = t.id AND a.account = $1 LEFT JOIN ${CLAIMED}
      WHERE a.amount > coalesce(c.amount, 0)
    )
    SELECT h.*, (
      SELECT coalesce(json_agg(json_build_object('programId', id, 'rewardToken', reward_token,
        'rewardSymbol', reward_symbol, 'claimable', claimable::text, 'platformReserve', s.platform_reserve::text,
        'tokenReserve', s.token_reserve::text) ORDER BY id), '[]')
      FROM reward LEFT JOIN app_stats s ON s.token_id = ${idOfAddress('reward.reward_token')}
    ) AS rewards, json_build_object('platformToken', d.platform_token,
      'oraclePrice', (SELECT raw_price::text FROM latest_oracle_price)
    ) AS prices
    FROM indexed_head h CROSS JOIN deployment d`,
  };

/** The leaves of wallet $1 in all trees in force, by program id. */
const WALLET_PROOFS: HeadStatement<[wallet: Address], { proofs: RewardProof[] }> = {
  name: 'wallet-proofs',
  text: `
    SELECT h.*, (
      SELECT coalesce(json_agg(json_build_object('programId', p.id, 'distributor', p.distributor,
        'rewardToken', p.reward_token, 'root', '0x' || encode(t.root, 'hex'), 'cumulative', a.amount::text,
        'claimed', coalesce(c.amount, 0)::text,
        'leaf', '0x' || encode(substring(t.nodes FROM a.node_index * 32 + 1 FOR 32), 'hex'),
        'proof', ${LEAF_PROOF}) ORDER BY p.id), '[]')
      FROM programs p JOIN ${ROOT} ON true JOIN ${TREE}
      JOIN reward_allocations a ON a.tree_id = t.id AND a.account = $1 LEFT JOIN ${CLAIMED}
    ) AS proofs
    FROM indexed_head h`,
};

/** The programs named in $2 (null: those that ever allocated wallet $1 something), by id. */
const CLAIMABLE_PROGRAMS: Statement<[wallet: Address, ids: readonly string[] | null], ClaimableProgram> = {
  name: 'claimable-programs',
  text: `
    SELECT p.id AS "programId", p.distributor, p.reward_token AS "rewardToken",
      EXISTS (SELECT FROM deployment d WHERE d.platform_token = p.reward_token)
        OR EXISTS (SELECT FROM apps a WHERE a.token_id = ${idOfAddress('p.reward_token')}) AS "isOurToken"
    FROM programs p
    WHERE p.id = ANY ($2) OR ($2::text[] IS NULL AND EXISTS (
      SELECT FROM reward_trees t JOIN reward_allocations a ON a.tree_id = t.id
      WHERE t.program_id = p.id AND a.account = $1))
    ORDER BY p.id`,
};

/** What the trees with roots $3 of programs $2 say of wallet $1, in that order. */
const CLAIM_LEAVES: Statement<
  [wallet: Address, programIds: readonly string[], roots: readonly string[]],
  ClaimLeafRow
> = {
  name: 'claim-leaves',
  text: `
    SELECT asked.program_id AS "programId", t.id IS NOT NULL AS "isKnown", a.amount::text AS cumulative,
      CASE WHEN a.amount IS NOT NULL THEN ${LEAF_PROOF} END AS proof
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS asked (program_id, root, place)
    LEFT JOIN reward_trees t ON t.program_id = asked.program_id AND t.root = decode(substr(asked.root, 3), 'hex')
    LEFT JOIN reward_allocations a ON a.tree_id = t.id AND a.account = $1
    ORDER BY asked.place`,
};

/** The tree in force of program $1, if everybody may read it. */
const PUBLIC_TREE: Statement<[programId: string], PublicTree> = {
  name: 'public-tree',
  text: `
    SELECT t.id, '0x' || encode(t.root, 'hex') AS root, length(t.nodes) / 32 AS nodes
    FROM programs p JOIN ${ROOT} ON true JOIN ${TREE} WHERE p.id = $1 AND p.allocations_public`,
};

/** $3 nodes of tree $1 from node $2 on. */
const TREE_NODES: Statement<[treeId: number, from: number, count: number], { nodes: Buffer }> = {
  name: 'tree-nodes',
  text: 'SELECT substring(nodes FROM $2::int * 32 + 1 FOR $3::int * 32) AS nodes FROM reward_trees WHERE id = $1',
};

/** At most $3 leaves of tree $1 after account $2, for the reward token of its program. */
const TREE_LEAVES: Statement<
  [treeId: number, afterAccount: string, limit: number],
  { account: Address; reward: Address; amount: string; nodeIndex: number }
> = {
  name: 'tree-leaves',
  text: `
    SELECT a.account, p.reward_token AS reward, a.amount::text, a.node_index AS "nodeIndex"
    FROM reward_allocations a JOIN reward_trees t ON t.id = a.tree_id JOIN programs p ON p.id = t.program_id
    WHERE a.tree_id = $1 AND a.account > $2 ORDER BY a.account LIMIT $3`,
};

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
