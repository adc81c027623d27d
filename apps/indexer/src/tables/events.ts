import type {
  AppRow,
  CurveFeeRow,
  FundingRow,
  LiquidityRow,
  Moment,
  Position,
  OraclePriceRow,
  ReserveRow,
  Rows,
  TradeRow,
  TradeShareRow,
  TransferRow,
} from '../decode/rows.js';
import type { BlockTime } from '../fold/block-times.js';
import { columnsOf, copyRows, toBytea, type CopyColumns } from '../postgres/copy-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';

export const POSITION_COLUMNS = columnsOf<Position>('blockNumber', 'logIndex');

export const MOMENT_COLUMNS: CopyColumns<Moment> = { ...POSITION_COLUMNS, ...columnsOf<Moment>('time') };

const appColumns = (idOf: IdOf): CopyColumns<AppRow> => ({
  token_id: (app) => idOf(app.token),
  creator_id: (app) => idOf(app.creator),
  ...columnsOf<AppRow>('blockNumber', 'logIndex', 'name', 'symbol', 'description'),
  ...columnsOf<AppRow>('imageUrl', 'website', 'nameKey', 'nameSkeleton', 'symbolKey'),
  launched_at: (app) => app.time,
  launch_tx_hash: (app) => toBytea(app.txHash),
  launch_cost: (app) => app.cost,
  name_neighbours: (app) => `{${app.nameNeighbours.join()}}`,
});

const AMOUNTS = ['platformAmount', 'fee', 'tokenAmount'] as const;

const tradeColumns = (idOf: IdOf): CopyColumns<TradeRow> => ({
  ...POSITION_COLUMNS,
  token_id: (trade) => idOf(trade.token),
  trader_id: (trade) => idOf(trade.trader),
  is_buy: (trade) => trade.side === 'buy',
  in_pool: (trade) => trade.venue === 'pool',
  ...columnsOf<TradeRow>('isShared', ...AMOUNTS, 'netAmount'),
  tx_hash: (trade) => toBytea(trade.txHash),
});

const shareColumns = (idOf: IdOf): CopyColumns<TradeShareRow> => ({
  ...POSITION_COLUMNS,
  wallet_id: (share) => idOf(share.wallet),
  ...columnsOf<TradeShareRow>(...AMOUNTS),
});

/** A transfer that a trade stands for has the trade's hash. */
const transferColumns = (idOf: IdOf): CopyColumns<TransferRow> => ({
  ...POSITION_COLUMNS,
  token_id: (transfer) => idOf(transfer.token),
  sender_id: (transfer) => idOf(transfer.sender),
  recipient_id: (transfer) => idOf(transfer.recipient),
  ...columnsOf<TransferRow>('amount', 'tradeLogIndex'),
  tx_hash: (transfer) => (transfer.tradeLogIndex === null ? toBytea(transfer.txHash) : null),
});

const reserveColumns = (idOf: IdOf): CopyColumns<ReserveRow> => ({
  ...POSITION_COLUMNS,
  token_id: (reserve) => idOf(reserve.token),
  in_pool: (reserve) => reserve.venue === 'pool',
  platform_reserve: (reserve) => reserve.platform,
  token_reserve: (reserve) => reserve.tokens,
  real_platform_reserve: (reserve) => reserve.realPlatform,
});

const fundingColumns = (idOf: IdOf): CopyColumns<FundingRow> => ({
  ...MOMENT_COLUMNS,
  funder_id: (funding) => idOf(funding.funder),
  wallet_id: (funding) => idOf(funding.wallet),
  amount: (funding) => funding.amount,
  tx_hash: (funding) => toBytea(funding.txHash),
});

const liquidityColumns = (idOf: IdOf): CopyColumns<LiquidityRow> => ({
  ...MOMENT_COLUMNS,
  token_id: (transfer) => idOf(transfer.token),
  sender_id: (transfer) => idOf(transfer.sender),
  recipient_id: (transfer) => idOf(transfer.recipient),
  amount: (transfer) => transfer.amount,
  tx_hash: (transfer) => toBytea(transfer.txHash),
});

const CURVE_FEE_COLUMNS = columnsOf<CurveFeeRow>('blockNumber', 'logIndex', 'feePpm');

const BLOCK_TIME_COLUMNS = columnsOf<BlockTime>('number', 'time', 'oraclePrice');

const ORACLE_PRICE_COLUMNS: CopyColumns<OraclePriceRow> = {
  ...MOMENT_COLUMNS,
  ...columnsOf<OraclePriceRow>('price', 'updatedAt'),
  // A single feed's price says its answer.
  answers: ({ answers }) => (answers.length < 2 ? null : JSON.stringify(answers.map(toText))),
};

/** An answer as JSON has it. */
export type AnswerText = Omit<NonNullable<OraclePriceRow['answers'][number]>, 'answer'> & {
  readonly answer: string;
};

function toText(answer: OraclePriceRow['answers'][number]): AnswerText | null {
  return answer && { ...answer, answer: answer.answer.toString() };
}

/** @param blockTimes of the blocks that have trades, transfers or reserves */
export async function insertEvents(
  session: Session,
  rows: Rows,
  blockTimes: readonly BlockTime[],
  idOf: IdOf,
): Promise<void> {
  const words = rows.apps.flatMap(({ token, nameWords }) =>
    nameWords.map((word) => ({ tokenId: idOf(token), word })),
  );
  await runConcurrently([
    () => copyRows(session, 'block_times', BLOCK_TIME_COLUMNS, blockTimes),
    () => copyRows(session, 'apps', appColumns(idOf), rows.apps),
    () => copyRows(session, 'app_words', columnsOf<(typeof words)[number]>('tokenId', 'word'), words),
    () => copyRows(session, 'trades', tradeColumns(idOf), rows.trades),
    () => copyRows(session, 'trade_shares', shareColumns(idOf), rows.tradeShares),
    () => copyRows(session, 'transfers', transferColumns(idOf), rows.transfers),
    () => copyRows(session, 'reserves', reserveColumns(idOf), rows.reserves),
    () => copyRows(session, 'fundings', fundingColumns(idOf), rows.fundings),
    () => copyRows(session, 'liquidity_transfers', liquidityColumns(idOf), rows.liquidity),
    () => copyRows(session, 'curve_fees', CURVE_FEE_COLUMNS, rows.curveFees),
    () => copyRows(session, 'oracle_prices', ORACLE_PRICE_COLUMNS, rows.oraclePrices),
  ]);
}
