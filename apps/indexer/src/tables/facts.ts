import type { ReserveRow, Rows, TradeRow, TradeShareRow, TransferRow } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import { copyRows, toBytea, type CopyColumns } from '../postgres/copy-rows.js';
import { sideBySide, type Session } from '../postgres/session.js';

const TRADE_COLUMNS: CopyColumns<TradeRow> = {
  block_number: (trade) => trade.blockNumber,
  log_index: (trade) => trade.logIndex,
  time: (trade) => trade.time,
  tx_hash: (trade) => toBytea(trade.txHash),
  token: (trade) => trade.token,
  trader: (trade) => trade.trader,
  is_shared: (trade) => (trade.isShared ? 't' : 'f'),
  side: (trade) => trade.side,
  venue: (trade) => trade.venue,
  platform_amount: (trade) => trade.platformAmount,
  fee: (trade) => trade.fee,
  token_amount: (trade) => trade.tokenAmount,
  usd_amount: (trade) => trade.usdAmount,
  price_platform: (trade) => trade.pricePlatform,
  price_usd: (trade) => trade.priceUsd,
};

const SHARE_COLUMNS: CopyColumns<TradeShareRow> = {
  block_number: (share) => share.blockNumber,
  log_index: (share) => share.logIndex,
  wallet: (share) => share.wallet,
  time: (share) => share.time,
  token_amount: (share) => share.tokenAmount,
  platform_amount: (share) => share.platformAmount,
  fee: (share) => share.fee,
  usd_amount: (share) => share.usdAmount,
  price_usd: (share) => share.priceUsd,
};

const TRANSFER_COLUMNS: CopyColumns<TransferRow> = {
  block_number: (transfer) => transfer.blockNumber,
  log_index: (transfer) => transfer.logIndex,
  time: (transfer) => transfer.time,
  tx_hash: (transfer) => toBytea(transfer.txHash),
  token: (transfer) => transfer.token,
  sender: (transfer) => transfer.sender,
  recipient: (transfer) => transfer.recipient,
  amount: (transfer) => transfer.amount,
  trade_log_index: (transfer) => transfer.tradeLogIndex,
};

const RESERVE_COLUMNS: CopyColumns<ReserveRow> = {
  block_number: (reserve) => reserve.blockNumber,
  log_index: (reserve) => reserve.logIndex,
  time: (reserve) => reserve.time,
  token: (reserve) => reserve.token,
  venue: (reserve) => reserve.venue,
  platform_reserve: (reserve) => reserve.platform,
  token_reserve: (reserve) => reserve.tokens,
  is_lone: (reserve) => (reserve.isLone ? 't' : 'f'),
};

/** Adds a range's rows to the fact tables: one statement a table. */
export async function insertFacts(session: Session, rows: Rows): Promise<void> {
  await sideBySide([
    () => insertApps(session, rows.apps),
    () => insertAppWords(session, rows.apps),
    () => copyRows(session, 'trades', TRADE_COLUMNS, rows.trades),
    () => copyRows(session, 'trade_shares', SHARE_COLUMNS, rows.tradeShares),
    () => copyRows(session, 'transfers', TRANSFER_COLUMNS, rows.transfers),
    () => copyRows(session, 'reserves', RESERVE_COLUMNS, rows.reserves),
    () => insertOraclePrices(session, rows.oraclePrices),
  ]);
}

async function insertApps(session: Session, apps: Rows['apps']): Promise<void> {
  if (apps.length === 0) return;
  await session.query({
    name: 'insert-apps',
    text: `
      INSERT INTO apps (block_number, log_index, launched_at, launch_tx_hash, token, creator, name, symbol,
        description, image_url, website, launch_cost, name_key, name_skeleton, name_neighbours, symbol_key)
      SELECT block_number, log_index, time, decode(substr(tx_hash, 3), 'hex'), token, creator, name, symbol,
        description, image_url, website, launch_cost, name_key, name_skeleton, name_neighbours::int[], symbol_key
      FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::text[], $10::text[], $11::text[], $12::numeric[], $13::text[], $14::text[], $15::text[],
          $16::text[])
        AS row (block_number, log_index, time, tx_hash, token, creator, name, symbol, description, image_url, website,
          launch_cost, name_key, name_skeleton, name_neighbours, symbol_key)`,
    values: toColumns(apps, [
      (app) => app.blockNumber,
      (app) => app.logIndex,
      (app) => app.time,
      (app) => app.txHash,
      (app) => app.token,
      (app) => app.creator,
      (app) => app.name,
      (app) => app.symbol,
      (app) => app.description,
      (app) => app.imageUrl,
      (app) => app.website,
      (app) => app.launchCost,
      (app) => app.nameKey,
      (app) => app.nameSkeleton,
      // An array within an array would be a second dimension of it; as text it is a cell like the others.
      (app) => `{${app.nameNeighbours.join()}}`,
      (app) => app.symbolKey,
    ]),
  });
}

async function insertAppWords(session: Session, apps: Rows['apps']): Promise<void> {
  const words = apps.flatMap(({ token, nameWords }) => nameWords.map((word) => ({ token, word })));
  if (words.length === 0) return;
  await session.query({
    name: 'insert-app-words',
    text: 'INSERT INTO app_words (token, word) SELECT * FROM unnest($1::text[], $2::text[])',
    values: toColumns(words, [(row) => row.token, (row) => row.word]),
  });
}

async function insertOraclePrices(session: Session, prices: Rows['oraclePrices']): Promise<void> {
  if (prices.length === 0) return;
  await session.query({
    name: 'insert-oracle-prices',
    text: `
      INSERT INTO oracle_prices (block_number, log_index, time, answer, updated_at)
      SELECT * FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::numeric[], $5::timestamptz[])`,
    values: toColumns(prices, [
      (price) => price.blockNumber,
      (price) => price.logIndex,
      (price) => price.time,
      (price) => price.answer,
      (price) => price.updatedAt,
    ]),
  });
}
