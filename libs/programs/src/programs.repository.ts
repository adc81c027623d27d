import { HEAD_CHANNEL, type Pool } from '#database';
import type { NodeHex } from '#merkle';
import type { Address } from '#values';
import type { Program, ProgramRule } from './program.js';
import type { ListEntry } from './rules/list-rule.js';

/** A program with what was published of it. */
export interface ProgramState extends Program {
  readonly trees: number;
  /** Until when the last published tree accounts; null before the first. */
  readonly accountedUntil: Date | null;
  readonly lastRoot: NodeHex | null;
}

const COLUMNS = `p.id, p.name, p.token_address, p.reward_token, p.reward_symbol, p.distributor,
  p.emissions_per_day::text, p.starts_at, p.ends_at, p.planned_ends_at, p.rule, p.eligibility, p.allocations_public,
  (SELECT count(*)::int FROM reward_trees t WHERE t.program_id = p.id) AS trees,
  (SELECT max(accounted_until) FROM reward_trees t WHERE t.program_id = p.id) AS accounted_until,
  (SELECT '0x' || encode(root, 'hex') FROM reward_trees t WHERE t.program_id = p.id ORDER BY t.id DESC LIMIT 1)
    AS last_root`;

/** Counts a change as a new revision of public data, so that no API instance goes on with answers from before it. */
const ANNOUNCE = [
  'UPDATE catalog SET revision = revision + 1',
  `SELECT pg_notify('${HEAD_CHANNEL}', 'catalog')`,
];

/** Programs in PostgreSQL, on a pool that works as `slipway_ops`. */
export class ProgramsRepository {
  constructor(private readonly pool: Pool) {}

  async list(): Promise<ProgramState[]> {
    const { rows } = await this.pool.query<ProgramRow>(`SELECT ${COLUMNS} FROM programs p ORDER BY p.id`);
    return rows.map(toProgram);
  }

  async find(id: string): Promise<ProgramState | null> {
    const { rows } = await this.pool.query<ProgramRow>(
      `SELECT ${COLUMNS} FROM programs p WHERE p.id = $1 OR p.distributor = $1`,
      [id],
    );
    return rows[0] === undefined ? null : toProgram(rows[0]);
  }

  /** @returns false when the id or the distributor is another program's */
  add(program: Program, list: readonly ListEntry[]): Promise<boolean> {
    return this.change(async (query) => {
      const added = await query(
        `INSERT INTO programs (id, name, token_address, reward_token, reward_symbol, distributor, emissions_per_day,
          starts_at, ends_at, planned_ends_at, rule, eligibility, allocations_public)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
        [
          program.id,
          program.name,
          program.tokenAddress,
          program.rewardToken,
          program.rewardSymbol,
          program.distributor,
          program.emissionsPerDay.toString(),
          program.startsAt,
          program.endsAt,
          program.plannedEndsAt,
          program.rule,
          program.eligibility,
          program.allocationsPublic,
        ],
      );
      if (added === 0) return false;
      await query(
        `INSERT INTO program_list_entries (program_id, account, amount)
        SELECT $1, account, amount FROM unnest($2::text[], $3::numeric[]) AS entry (account, amount)`,
        [program.id, list.map((entry) => entry.account), list.map((entry) => entry.amount.toString())],
      );
      return true;
    });
  }

  /** Moves a program's end. */
  async end(id: string, endsAt: Date): Promise<void> {
    await this.change(async (query) => {
      await query('UPDATE programs SET ends_at = $2 WHERE id = $1', [id, endsAt]);
      return true;
    });
  }

  private async change(
    work: (query: (text: string, values?: unknown[]) => Promise<number>) => Promise<boolean>,
  ): Promise<boolean> {
    const client = await this.pool.connect();
    const query = async (text: string, values: unknown[] = []): Promise<number> =>
      (await client.query(text, values)).rowCount ?? 0;
    try {
      await query('BEGIN');
      const changed = await work(query);
      if (changed) for (const statement of ANNOUNCE) await query(statement);
      await query(changed ? 'COMMIT' : 'ROLLBACK');
      return changed;
    } catch (error) {
      // The first error says why; on a lost connection the rollback fails too.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}

interface ProgramRow {
  readonly id: string;
  readonly name: string;
  readonly token_address: Address | null;
  readonly reward_token: Address;
  readonly reward_symbol: string;
  readonly distributor: Address;
  readonly emissions_per_day: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly planned_ends_at: Date;
  readonly rule: ProgramRule;
  readonly eligibility: string;
  readonly allocations_public: boolean;
  readonly trees: number;
  readonly accounted_until: Date | null;
  readonly last_root: NodeHex | null;
}

function toProgram(row: ProgramRow): ProgramState {
  return {
    id: row.id,
    name: row.name,
    tokenAddress: row.token_address,
    rewardToken: row.reward_token,
    rewardSymbol: row.reward_symbol,
    distributor: row.distributor,
    emissionsPerDay: BigInt(row.emissions_per_day),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    plannedEndsAt: row.planned_ends_at,
    rule: row.rule,
    eligibility: row.eligibility,
    allocationsPublic: row.allocations_public,
    trees: row.trees,
    accountedUntil: row.accounted_until,
    lastRoot: row.last_root,
  };
}
