import type {
  AppRow,
  Moment,
  OraclePriceRow,
  ReserveRow,
  Rows,
  TradeRow,
  TradeShareRow,
  TransferRow,
} from '../decode/rows.js';
import { columnsOf, copyRows, toBytea, type CopyColumns } from '../postgres/copy-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';

export const MOMENT_COLUMNS = columnsOf<Moment>('blockNumber', 'logIndex', 'time');

const APP_COLUMNS: CopyColumns<AppRow> = {
  ...columnsOf<AppRow>('blockNumber', 'logIndex', 'token', 'creator', 'name', 'symbol', 'description'),
  ...columnsOf<AppRow>('imageUrl', 'website', 'nameKey', 'nameSkeleton', 'symbolKey'),
  launched_at: (app) => app.time,
  launch_tx_hash: (app) => toBytea(app.txHash),
  launch_cost: (app) => app.cost,
  name_neighbours: (app) => `{${app.nameNeighbours.join()}}`,
};

const TRADE_COLUMNS: CopyColumns<TradeRow> = {
  ...MOMENT_COLUMNS,
  ...columnsOf<TradeRow>(
    'token',
    'trader',
    'isShared',
    'side',
    'venue',
    'platformAmount',
    'fee',
    'tokenAmount',
  ),
  ...columnsOf<TradeRow>('usdAmount', 'pricePlatform', 'priceUsd'),
  tx_hash: (trade) => toBytea(trade.txHash),
};

const SHARE_COLUMNS: CopyColumns<TradeShareRow> = {
  ...MOMENT_COLUMNS,
  ...columnsOf<TradeShareRow>('wallet', 'tokenAmount', 'platformAmount', 'fee', 'usdAmount', 'priceUsd'),
};

const TRANSFER_COLUMNS: CopyColumns<TransferRow> = {
  ...MOMENT_COLUMNS,
  ...columnsOf<TransferRow>('token', 'sender', 'recipient', 'amount', 'tradeLogIndex'),
  tx_hash: (transfer) => toBytea(transfer.txHash),
};

const RESERVE_COLUMNS: CopyColumns<ReserveRow> = {
  ...MOMENT_COLUMNS,
  ...columnsOf<ReserveRow>('token', 'venue'),
  platform_reserve: (reserve) => reserve.platform,
  token_reserve: (reserve) => reserve.tokens,
};

const ORACLE_PRICE_COLUMNS: CopyColumns<OraclePriceRow> = {
  ...MOMENT_COLUMNS,
  ...columnsOf<OraclePriceRow>('answer', 'updatedAt'),
};

export async function insertEvents(session: Session, rows: Rows): Promise<void> {
  const words = rows.apps.flatMap(({ token, nameWords }) => nameWords.map((word) => ({ token, word })));
  await runConcurrently([
    () => copyRows(session, 'apps', APP_COLUMNS, rows.apps),
    () => copyRows(session, 'app_words', columnsOf<(typeof words)[number]>('token', 'word'), words),
    () => copyRows(session, 'trades', TRADE_COLUMNS, rows.trades),
    () => copyRows(session, 'trade_shares', SHARE_COLUMNS, rows.tradeShares),
    () => copyRows(session, 'transfers', TRANSFER_COLUMNS, rows.transfers),
    () => copyRows(session, 'reserves', RESERVE_COLUMNS, rows.reserves),
    () => copyRows(session, 'oracle_prices', ORACLE_PRICE_COLUMNS, rows.oraclePrices),
  ]);
}
