import {
  CANDLE_PERIODS,
  ONE_TOKEN,
  USD_FEED_DECIMALS,
  USD_WEI_DECIMALS,
  ZERO_ADDRESS,
} from '@slipway/domain';
import { idOfAddress } from '@slipway/database';
import { CANDLES_SQL } from './candles.sql.js';

/**
 * What a column holds. Amounts and prices are text, with all their digits: no type of Parquet has those of a uint256. `word` is
 * text that many rows share, `text` what hardly any two do. Times are UTC.
 */
export type ColumnType = 'integer' | 'boolean' | 'time' | 'word' | 'text' | 'amount';

/** Blocks from the first to the last. */
export interface BlockRange {
  readonly fromBlock: number;
  readonly toBlock: number;
}

/** One kind of rows. */
export interface ExportSet {
  readonly name: string;
  /** In the order of the statement. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Rows of a range of final blocks, always in the same order. */
  readonly sql: (range: BlockRange) => string;
}

const between = (column: string, { fromBlock, toBlock }: BlockRange): string =>
  `${column} BETWEEN ${fromBlock} AND ${toBlock}`;

/** Exact USD as a decimal. */
const usd = (units: string, decimals = USD_WEI_DECIMALS): string =>
  `trim_scale(${units} * 1e-${decimals}::numeric)::text`;

const hash = (column: string): string => `'0x' || encode(${column}, 'hex')`;

const PLACE = { block_number: 'integer', log_index: 'integer', time: 'time' } as const;

const LEDGER_DECIMALS = USD_WEI_DECIMALS + (ONE_TOKEN.toString().length - 1);

/** The sets of an export. Rows of final blocks never change, nor what is computed from them alone. */
export const EXPORT_SETS: readonly ExportSet[] = [
  {
    name: 'launches',
    columns: {
      ...PLACE,
      ...{ token: 'text', creator: 'word', name: 'text', symbol: 'text', description: 'text' },
      ...{ image_url: 'text', website: 'text', launch_cost: 'amount', tx_hash: 'text' },
    },
    sql: (range) => `
      SELECT a.block_number, a.log_index, a.launched_at, token.address, creator.address, a.name, a.symbol, a.description, a.image_url,
        a.website, a.launch_cost::text, ${hash('a.launch_tx_hash')}
      FROM apps a JOIN addresses token ON token.id = a.token_id JOIN addresses creator ON creator.id = a.creator_id
      WHERE ${between('a.block_number', range)} ORDER BY 1, 2`,
  },
  {
    name: 'graduations',
    columns: { ...PLACE, token: 'text', pool: 'text', tx_hash: 'text' },
    sql: (range) => `
      SELECT c.graduated_block, c.graduation_log_index, c.graduated_at, token.address, pool.address, ${hash('c.graduation_tx_hash')}
      FROM curves c JOIN addresses token ON token.id = c.token_id LEFT JOIN addresses pool ON pool.id = c.pool_id
      WHERE ${between('c.graduated_block', range)} ORDER BY 1, 2`,
  },
  {
    name: 'trades',
    columns: {
      ...PLACE,
      ...{ token: 'word', trader: 'word', side: 'word', venue: 'word', shared: 'boolean' },
      ...{ platform_amount: 'amount', fee: 'amount', token_amount: 'amount', usd_amount: 'amount' },
      tx_hash: 'text',
    },
    sql: (range) => `
      SELECT block_number, log_index, time, token, trader, side, venue, is_shared, platform_amount::text, fee::text, token_amount::text,
        ${usd('usd_amount')}, ${hash('tx_hash')}
      FROM trade_rows WHERE ${between('block_number', range)} ORDER BY 1, 2`,
  },
  {
    name: 'trade_shares',
    columns: {
      ...PLACE,
      ...{ token: 'word', wallet: 'word', side: 'word' },
      ...{ platform_amount: 'amount', fee: 'amount', token_amount: 'amount', usd_amount: 'amount' },
    },
    sql: (range) => `
      SELECT s.block_number, s.log_index, s.time, t.token, s.wallet, t.side, s.platform_amount::text, s.fee::text, s.token_amount::text,
        ${usd('s.usd_amount')}
      FROM trade_share_rows s JOIN trade_rows t USING (block_number, log_index)
      WHERE ${between('s.block_number', range)} ORDER BY 1, 2, 5`,
  },
  {
    name: 'transfers',
    columns: {
      ...PLACE,
      ...{ token: 'word', sender: 'word', recipient: 'word', amount: 'amount', trade_log_index: 'integer' },
      tx_hash: 'text',
    },
    sql: (range) => `
      SELECT block_number, log_index, time, token, sender, recipient, amount::text, trade_log_index, ${hash('tx_hash')}
      FROM transfer_rows WHERE ${between('block_number', range)} ORDER BY 1, 2`,
  },
  {
    name: 'holders',
    columns: { block_number: 'integer', token: 'word', holder: 'word', change: 'amount' },
    sql: (range) => `
      SELECT ${range.toBlock}, token.address, holder.address, moved.change::text FROM (
        SELECT token_id, holder_id, sum(amount) AS change FROM (
          SELECT token_id, recipient_id AS holder_id, amount FROM transfers WHERE ${between('block_number', range)}
          UNION ALL SELECT token_id, sender_id, -amount FROM transfers WHERE ${between('block_number', range)}
        ) flows GROUP BY token_id, holder_id
      ) moved JOIN addresses token ON token.id = moved.token_id JOIN addresses holder ON holder.id = moved.holder_id
      WHERE moved.change <> 0 AND moved.holder_id IS DISTINCT FROM ${idOfAddress(`'${ZERO_ADDRESS}'`)} ORDER BY 2, 3`,
  },
  {
    name: 'reserves',
    columns: {
      ...PLACE,
      ...{ token: 'word', venue: 'word', platform_reserve: 'amount', token_reserve: 'amount' },
    },
    sql: (range) => `
      SELECT block_number, log_index, time, token, venue, platform_reserve::text, token_reserve::text
      FROM reserve_rows WHERE ${between('block_number', range)} ORDER BY 1, 2, 4`,
  },
  {
    name: 'candles',
    columns: {
      ...{ token: 'word', seconds: 'integer', open_time: 'time' },
      ...{ open: 'amount', high: 'amount', low: 'amount', close: 'amount' },
      ...{ open_usd: 'amount', high_usd: 'amount', low_usd: 'amount', close_usd: 'amount' },
      ...{ volume_platform: 'amount', volume_usd: 'amount', trades: 'integer' },
    },
    sql: ({ fromBlock, toBlock }) => CANDLES_SQL(CANDLE_PERIODS, fromBlock - 1, toBlock),
  },
  {
    name: 'oracle_prices',
    columns: { ...PLACE, price: 'amount', updated_at: 'time' },
    sql: (range) => `
      SELECT block_number::int, log_index, time, trim_scale(price * 1e-${USD_FEED_DECIMALS}::numeric)::text, updated_at
      FROM oracle_prices WHERE ${between('block_number', range)} ORDER BY 1, 2`,
  },
  {
    name: 'positions',
    columns: {
      ...PLACE,
      ...{ wallet: 'word', token: 'word', quantity: 'amount', quantity_without_cost: 'amount' },
      ...{ cost_usd: 'amount', realized_usd: 'amount' },
    },
    sql: (range) => `
      SELECT e.block_number, e.log_index, b.time, wallet.address, token.address, (e.known_quantity + e.unknown_quantity)::text,
        e.unknown_quantity::text, ${usd('e.cost', LEDGER_DECIMALS)}, ${usd('e.realized', LEDGER_DECIMALS)}
      FROM (
        SELECT trader_id AS wallet_id, token_id, block_number, log_index FROM trades WHERE ${between('block_number', range)}
        UNION SELECT s.wallet_id, t.token_id, s.block_number, s.log_index FROM trade_shares s JOIN trades t USING (block_number, log_index)
          WHERE ${between('s.block_number', range)}
        UNION SELECT sender_id, token_id, block_number, log_index FROM transfers WHERE ${between('block_number', range)} AND trade_log_index IS NULL
        UNION SELECT recipient_id, token_id, block_number, log_index FROM transfers WHERE ${between('block_number', range)} AND trade_log_index IS NULL
      ) events JOIN ledger_entries e USING (wallet_id, token_id, block_number, log_index) JOIN block_times b ON b.number = e.block_number
      JOIN addresses wallet ON wallet.id = e.wallet_id JOIN addresses token ON token.id = e.token_id
      ORDER BY 1, 2, 4, 5`,
  },
];
