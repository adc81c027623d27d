import {
  addressOfId,
  idOfAddress,
  lastBlockUpTo,
  type PrismaService,
  type Statement,
} from '@slipway/database';
import { toAddress, type Address } from '@slipway/domain';
import type { TokenMovement } from '../rules/balance-rule.js';
import type { ListEntry } from '../rules/list-rule.js';
import type { TradedAmount } from '../rules/volume-rule.js';

/** Rows that one statement reads: small enough for its time limit, whatever the machine. */
const PAGE = 20_000;

const EPOCH = new Date(0);
/** Above every log of a block: later events are in the next one. */
const LAST_LOG = 2 ** 31 - 1;

/** A position in the chain, and the row there. */
type Placed<T> = Omit<T, 'amount'> & { block_number: number; log_index: number; amount: string };

/** Contracts that hold or trade on behalf of a market rather than of themselves: launchpad, pools, tokens. */
const MARKET_CONTRACTS: Statement<[], { address: Address }> = {
  text: `SELECT launchpad AS address FROM deployment UNION SELECT ${addressOfId('apps.token_id')} FROM apps
    UNION SELECT ${addressOfId('curves.pool_id')} FROM curves WHERE pool_id IS NOT NULL`,
};

const IS_APP: Statement<[token: Address], object> = {
  text: `SELECT FROM apps WHERE token_id = ${idOfAddress('$1')}`,
};

/** SQL: the last block before a time. Times of blocks are whole milliseconds. */
const lastBlockBefore = (time: string): string =>
  lastBlockUpTo(`${time}::timestamptz - interval '1 millisecond'`);

/** What pages are read of: ids and blocks, so that the planner knows of each how many rows it has. */
interface Range {
  /** Null for a token that no event names. */
  readonly token: number | null;
  /** The last block before, and the last one in it. */
  readonly after: number;
  readonly last: number;
}

const RANGE: Statement<[token: Address | null, from: Date, before: Date], Range> = {
  text: `SELECT ${idOfAddress('$1')} AS token, ${lastBlockBefore('$2')} AS after, ${lastBlockBefore('$3')} AS last`,
};

/**
 * Transfers of something. They are found by the app's index where they stand alone. Else they are found by the trades of one side
 * that they are a part of: no index has all transfers of an app.
 */
const MOVED = [
  'SELECT f.* FROM transfers f WHERE f.token_id = $3 AND f.trade_log_index IS NULL AND f.amount > 0',
  ...['t.is_buy', 'NOT t.is_buy'].map(
    (side) => `SELECT f.* FROM trades t
      JOIN transfers f ON f.block_number = t.block_number AND f.trade_log_index = t.log_index AND f.token_id = t.token_id
    WHERE t.token_id = $3 AND ${side} AND t.block_number >= $1`,
  ),
].map(
  (select) => `(${select} AND f.block_number <= $4 AND (f.block_number, f.log_index) > ($1, $2)
    ORDER BY f.block_number, f.log_index LIMIT ${PAGE})`,
);

const MOVEMENTS: Statement<
  [block: number, logIndex: number, token: number | null, last: number],
  Placed<TokenMovement>
> = {
  text: `SELECT f.block_number, f.log_index, extract(epoch FROM b.time)::float8 AS time,
      ${addressOfId('f.sender_id')} AS sender, ${addressOfId('f.recipient_id')} AS recipient, f.amount::text
    FROM (
      SELECT * FROM (${MOVED.join(' UNION ALL ')}) merged ORDER BY block_number, log_index LIMIT ${PAGE}
    ) f JOIN block_times b ON b.number = f.block_number
    ORDER BY f.block_number, f.log_index`,
};

/**
 * The shares of a transaction's trades are at the position of the last of them: the others count for nothing.
 * @param of conditions of trades: those of each are read by an index, and merged
 */
const tradesOf = (of: readonly string[]): string => `
  SELECT t.block_number, t.log_index, extract(epoch FROM b.time)::float8 AS time,
    ${addressOfId('coalesce(s.wallet_id, t.trader_id)')} AS trader,
    (CASE WHEN t.is_shared THEN coalesce(s.platform_amount, 0) ELSE t.platform_amount END)::text AS amount
  FROM (
    SELECT * FROM (${of
      .map(
        (condition) => `(
      SELECT * FROM trades WHERE ${condition} AND block_number <= $3 AND (block_number, log_index) > ($1, $2)
      ORDER BY block_number, log_index LIMIT ${PAGE})`,
      )
      .join(' UNION ALL ')}) merged
    ORDER BY block_number, log_index LIMIT ${PAGE}
  ) t JOIN block_times b ON b.number = t.block_number
    LEFT JOIN trade_shares s ON t.is_shared AND s.block_number = t.block_number AND s.log_index = t.log_index
  ORDER BY t.block_number, t.log_index, trader`;

const ALL_TRADES: Statement<[block: number, logIndex: number, last: number], Placed<TradedAmount>> = {
  text: tradesOf(['true']),
};

const TRADES_OF_APP: Statement<
  [block: number, logIndex: number, last: number, token: number | null],
  Placed<TradedAmount>
> = { text: tradesOf(['is_buy', 'NOT is_buy'].map((side) => `token_id = $4 AND ${side}`)) };

/** The indexed history that rules are made from, read in chain order. */
export class ProgramHistory {
  constructor(private readonly prisma: PrismaService) {}

  /** Block and time of the indexed head; null when nothing is indexed. */
  async findHead(): Promise<{ readonly block: number; readonly time: Date } | null> {
    const head = await this.prisma.client.head.findFirst();
    return head === null ? null : { block: Number(head.blockNumber), time: head.blockTime };
  }

  async isApp(token: Address): Promise<boolean> {
    return (await this.prisma.$run(IS_APP, token)).length === 1;
  }

  async listMarketContracts(): Promise<Set<Address>> {
    return new Set((await this.prisma.$run(MARKET_CONTRACTS)).map(({ address }) => address));
  }

  /** All transfers of a token before a time, but for those of nothing. */
  async movements(token: Address, before: Date): Promise<TokenMovement[]> {
    const range = await this.range(token, EPOCH, before);
    return readAll(range, (block, log) => this.prisma.$run(MOVEMENTS, block, log, range.token, range.last));
  }

  /** Trades from one time to another, of an app or of all. Of one that several wallets share, each has its share. */
  async trades(token: Address | null, from: Date, before: Date): Promise<TradedAmount[]> {
    const range = await this.range(token, from, before);
    return readAll(range, (block, log) =>
      token === null
        ? this.prisma.$run(ALL_TRADES, block, log, range.last)
        : this.prisma.$run(TRADES_OF_APP, block, log, range.last, range.token),
    );
  }

  async listEntries(programId: string): Promise<ListEntry[]> {
    const query = { where: { programId }, orderBy: { account: 'asc' } } as const;
    const entries = await this.prisma.client.programListEntry.findMany(query);
    return entries.map((entry) => ({
      account: toAddress(entry.account),
      amount: BigInt(entry.amount.toFixed()),
    }));
  }

  private async range(token: Address | null, from: Date, before: Date): Promise<Range> {
    const [range] = await this.prisma.$run(RANGE, token, from, before);
    return range ?? { token: null, after: -1, last: -1 };
  }
}

async function readAll<Row extends { block_number: number; log_index: number; amount: string }>(
  { after }: Range,
  readAbove: (block: number, logIndex: number) => Promise<Row[]>,
): Promise<(Omit<Row, 'amount'> & { amount: bigint })[]> {
  const all = [];
  for (let [block, logIndex] = [after, LAST_LOG]; ;) {
    const rows = await readAbove(block, logIndex);
    for (const row of rows) all.push({ ...row, amount: BigInt(row.amount) });
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return all;
    ({ block_number: block, log_index: logIndex } = end);
  }
}
