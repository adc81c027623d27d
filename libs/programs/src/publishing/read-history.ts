import type { Pool } from '#database';
import type { Address } from '#values';
import type { TokenMovement } from '../rules/balance-rule.js';
import type { ListEntry } from '../rules/list-rule.js';
import type { TradedAmount } from '../rules/volume-rule.js';

/** Rows that one statement reads: small enough for its time limit, whatever the machine. */
const PAGE = 20_000;

/** The indexed history that rules are made from, read in chain order. */
export class ProgramHistory {
  constructor(private readonly pool: Pool) {}

  /** Block and time of the indexed head; null when nothing is indexed. */
  async findHead(): Promise<{ readonly block: number; readonly time: Date } | null> {
    const { rows } = await this.pool.query<{ block: string; time: Date }>(
      'SELECT block_number AS block, block_time AS time FROM head',
    );
    return rows[0] === undefined ? null : { block: Number(rows[0].block), time: rows[0].time };
  }

  async isApp(token: Address): Promise<boolean> {
    const { rowCount } = await this.pool.query('SELECT FROM apps WHERE token = $1', [token]);
    return rowCount === 1;
  }

  /** Contracts that hold or trade on behalf of a market rather than of themselves: launchpad, pools, tokens. */
  async listMarketContracts(): Promise<Set<Address>> {
    const { rows } = await this.pool.query<{ address: Address }>(
      `SELECT launchpad AS address FROM deployment UNION SELECT token FROM apps
      UNION SELECT pool FROM curves WHERE pool IS NOT NULL`,
    );
    return new Set(rows.map((row) => row.address));
  }

  /** All transfers of a token before a time. */
  movements(token: Address, before: Date): Promise<TokenMovement[]> {
    return this.readAll<TokenMovement & Row>(
      `SELECT block_number, log_index, extract(epoch FROM time)::float8 AS time, sender, recipient, amount::text
      FROM transfers WHERE token = $3 AND time < $4 AND (block_number, log_index) > ($1, $2)
      ORDER BY block_number, log_index LIMIT ${PAGE}`,
      [token, before],
    );
  }

  /** Trades from one time to another, of an app or of all. Of one that several wallets share, each has its share. */
  trades(token: Address | null, from: Date, before: Date): Promise<TradedAmount[]> {
    return this.readAll<TradedAmount & Row>(
      // The shares of a transaction's trades are at the place of the last of them: the others count for nothing.
      `SELECT t.block_number, t.log_index, extract(epoch FROM t.time)::float8 AS time,
        coalesce(s.wallet, t.trader) AS trader,
        (CASE WHEN t.is_shared THEN coalesce(s.platform_amount, 0) ELSE t.platform_amount END)::text AS amount
      FROM (
        SELECT * FROM trades WHERE ($3::text IS NULL OR token = $3) AND time >= $4 AND time < $5
          AND (block_number, log_index) > ($1, $2)
        ORDER BY block_number, log_index LIMIT ${PAGE}
      ) t LEFT JOIN trade_shares s ON t.is_shared AND s.block_number = t.block_number AND s.log_index = t.log_index
      ORDER BY t.block_number, t.log_index`,
      [token, from, before],
    );
  }

  async listEntries(programId: string): Promise<ListEntry[]> {
    const { rows } = await this.pool.query<{ account: Address; amount: string }>(
      'SELECT account, amount::text FROM program_list_entries WHERE program_id = $1 ORDER BY account',
      [programId],
    );
    return rows.map(({ account, amount }) => ({ account, amount: BigInt(amount) }));
  }

  private async readAll<T extends Row & { readonly amount: bigint }>(
    text: string,
    values: readonly unknown[],
  ): Promise<T[]> {
    const all: T[] = [];
    for (let last: Row = { block_number: '-1', log_index: -1 }; ;) {
      const { rows } = await this.pool.query<Omit<T, 'amount'> & { amount: string } & Row>(text, [
        last.block_number,
        last.log_index,
        ...values,
      ]);
      for (const row of rows) all.push({ ...row, amount: BigInt(row.amount) } as unknown as T);
      const end = rows.at(-1);
      if (end === undefined || rows.length < PAGE) return all;
      last = end;
    }
  }
}

interface Row {
  readonly block_number: string;
  readonly log_index: number;
}
