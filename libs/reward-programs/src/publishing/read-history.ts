import type { PrismaService, Statement } from '@slipway/database';
import { toAddress, type Address } from '@slipway/domain';
import type { TokenMovement } from '../rules/balance-rule.js';
import type { ListEntry } from '../rules/list-rule.js';
import type { TradedAmount } from '../rules/volume-rule.js';

/** Rows that one statement reads: small enough for its time limit, whatever the machine. */
const PAGE = 20_000;

/** A position in the chain, and what is there. */
type Placed<T> = Omit<T, 'amount'> & { block_number: string; log_index: number; amount: string };

/** Contracts that hold or trade on behalf of a market rather than of themselves: launchpad, pools, tokens. */
const MARKET_CONTRACTS: Statement<[], { address: Address }> = {
  text: `SELECT launchpad AS address FROM deployment UNION SELECT token FROM apps
    UNION SELECT pool FROM curves WHERE pool IS NOT NULL`,
};

const MOVEMENTS: Statement<
  [block: string, logIndex: number, token: Address, before: Date],
  Placed<TokenMovement>
> = {
  text: `SELECT block_number, log_index, extract(epoch FROM time)::float8 AS time, sender, recipient, amount::text
    FROM transfers WHERE token = $3 AND time < $4 AND (block_number, log_index) > ($1, $2)
    ORDER BY block_number, log_index LIMIT ${PAGE}`,
};

/** The shares of a transaction's trades are at the position of the last of them: the others count for nothing. */
const TRADES: Statement<
  [block: string, logIndex: number, token: Address | null, from: Date, before: Date],
  Placed<TradedAmount>
> = {
  text: `SELECT t.block_number, t.log_index, extract(epoch FROM t.time)::float8 AS time,
      coalesce(s.wallet, t.trader) AS trader,
      (CASE WHEN t.is_shared THEN coalesce(s.platform_amount, 0) ELSE t.platform_amount END)::text AS amount
    FROM (
      SELECT * FROM trades WHERE ($3::text IS NULL OR token = $3) AND time >= $4 AND time < $5
        AND (block_number, log_index) > ($1, $2)
      ORDER BY block_number, log_index LIMIT ${PAGE}
    ) t LEFT JOIN trade_shares s ON t.is_shared AND s.block_number = t.block_number AND s.log_index = t.log_index
    ORDER BY t.block_number, t.log_index`,
};

/** The indexed history that rules are made from, read in chain order. */
export class ProgramHistory {
  constructor(private readonly prisma: PrismaService) {}

  /** Block and time of the indexed head; null when nothing is indexed. */
  async findHead(): Promise<{ readonly block: number; readonly time: Date } | null> {
    const head = await this.prisma.head.findFirst();
    return head === null ? null : { block: Number(head.blockNumber), time: head.blockTime };
  }

  async isApp(token: Address): Promise<boolean> {
    return (await this.prisma.app.count({ where: { token } })) === 1;
  }

  async listMarketContracts(): Promise<Set<Address>> {
    return new Set((await this.prisma.$run(MARKET_CONTRACTS)).map(({ address }) => address));
  }

  /** All transfers of a token before a time. */
  movements(token: Address, before: Date): Promise<TokenMovement[]> {
    return readAll((block, logIndex) => this.prisma.$run(MOVEMENTS, block, logIndex, token, before));
  }

  /** Trades from one time to another, of an app or of all. Of one that several wallets share, each has its share. */
  trades(token: Address | null, from: Date, before: Date): Promise<TradedAmount[]> {
    return readAll((block, logIndex) => this.prisma.$run(TRADES, block, logIndex, token, from, before));
  }

  async listEntries(programId: string): Promise<ListEntry[]> {
    const query = { where: { programId }, orderBy: { account: 'asc' } } as const;
    const entries = await this.prisma.programListEntry.findMany(query);
    return entries.map((entry) => ({
      account: toAddress(entry.account),
      amount: BigInt(entry.amount.toFixed()),
    }));
  }
}

async function readAll<Row extends { block_number: string; log_index: number; amount: string }>(
  readBelow: (block: string, logIndex: number) => Promise<Row[]>,
): Promise<(Omit<Row, 'amount'> & { amount: bigint })[]> {
  const all = [];
  for (let [block, logIndex] = ['-1', -1]; ;) {
    const rows = await readBelow(block, logIndex);
    for (const row of rows) all.push({ ...row, amount: BigInt(row.amount) });
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return all;
    ({ block_number: block, log_index: logIndex } = end);
  }
}
