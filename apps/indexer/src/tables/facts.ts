import type {
  AppRow,
  OraclePriceRow,
  ReserveRow,
  Rows,
  TradeRow,
  TradeShareRow,
  TransferRow,
} from '../decode/rows.js';
import { copyRows, toBytea, type CopyColumns } from '../postgres/copy-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';

const APP_COLUMNS: CopyColumns<AppRow> = {
  block_number: (app) => app.blockNumber,
  log_index: (app) => app.logIndex,
  launched_at: (app) => app.time,
  launch_tx_hash: (app) => toBytea(app.txHash),
  token: (app) => app.token,
  creator: (app) => app.creator,
  name: (app) => app.name,
  symbol: (app) => app.symbol,
  description: (app) => app.description,
  image_url: (app) => app.imageUrl,
  website: (app) => app.website,
  launch_cost: (app) => app.launchCost,
  name_key: (app) => app.nameKey,
  name_skeleton: (app) => app.nameSkeleton,
  name_neighbours: (app) => `{${app.nameNeighbours.join()}}`,
  symbol_key: (app) => app.symbolKey,
};

const WORD_COLUMNS: CopyColumns<Pick<AppRow, 'token'> & { readonly word: string }> = {
  token: (row) => row.token,
  word: (row) => row.word,
};

const wordsOf = ({ token, nameWords }: AppRow): { token: AppRow['token']; word: string }[] =>
  nameWords.map((word) => ({ token, word }));

const ORACLE_PRICE_COLUMNS: CopyColumns<OraclePriceRow> = {
  block_number: (price) => price.blockNumber,
  log_index: (price) => price.logIndex,
  time: (price) => price.time,
  answer: (price) => price.answer,
  updated_at: (price) => price.updatedAt,
};

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
};

/** Adds a range's rows to the fact tables: one statement a table. */
export async function insertFacts(session: Session, rows: Rows): Promise<void> {
  await runConcurrently([
    () => copyRows(session, 'apps', APP_COLUMNS, rows.apps),
    () => copyRows(session, 'app_words', WORD_COLUMNS, rows.apps.flatMap(wordsOf)),
    () => copyRows(session, 'trades', TRADE_COLUMNS, rows.trades),
    () => copyRows(session, 'trade_shares', SHARE_COLUMNS, rows.tradeShares),
    () => copyRows(session, 'transfers', TRANSFER_COLUMNS, rows.transfers),
    () => copyRows(session, 'reserves', RESERVE_COLUMNS, rows.reserves),
    () => copyRows(session, 'oracle_prices', ORACLE_PRICE_COLUMNS, rows.oraclePrices),
  ]);
}
