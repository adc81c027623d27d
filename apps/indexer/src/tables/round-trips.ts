import {
  ROUND_TRIP_MS,
  RoundTripMatcher,
  type TripTrade,
  type WalletPair,
} from '../fold/match-round-trips.js';
import type { TradeRow } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import type { Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';

/** Begins with the trades of the last ten minutes that are in no round trip. */
export async function readRoundTrips(session: Session): Promise<RoundTripMatcher> {
  const { rows } = await session.query<
    Omit<TripTrade, 'tokenAmount' | 'signed' | 'platformAmount'> & {
      isBuy: boolean;
      tokenAmount: string;
      platformAmount: string;
    }
  >(
    `WITH recent AS MATERIALIZED (
      SELECT number, time FROM block_times
      WHERE time >= (SELECT max(time) FROM block_times) - interval '${ROUND_TRIP_MS} milliseconds'
    ), taken AS MATERIALIZED (
      SELECT block_number, log_index, opening_block, opening_log_index FROM round_trips
      WHERE block_number >= (SELECT min(number) FROM recent)
    )
    SELECT t.block_number AS "blockNumber", t.log_index AS "logIndex", t.token_id AS "tokenId", t.trader_id AS "walletId",
      t.is_buy AS "isBuy", t.token_amount::text AS "tokenAmount", t.platform_amount::text AS "platformAmount",
      (extract(epoch FROM recent.time) * 1000)::float8 AS time
    FROM recent JOIN trades t ON t.block_number = recent.number
    WHERE (t.block_number, t.log_index) NOT IN (SELECT block_number, log_index FROM taken)
      AND (t.block_number, t.log_index) NOT IN (SELECT opening_block, opening_log_index FROM taken)
    ORDER BY t.block_number, t.log_index`,
  );
  return new RoundTripMatcher(
    rows.map(({ isBuy, tokenAmount, platformAmount, ...row }) => ({
      ...row,
      tokenAmount: BigInt(tokenAmount),
      signed: signedAmount(BigInt(tokenAmount), isBuy),
      platformAmount: BigInt(platformAmount),
    })),
  );
}

/** Writes the round trips that trades end, each with its app's sum up to it. Trades and fundings must be written. */
export async function insertRoundTrips(
  session: Session,
  matcher: RoundTripMatcher,
  rows: readonly TradeRow[],
  idOf: IdOf,
): Promise<void> {
  const trades = rows.map(
    ({ blockNumber, logIndex, token, trader, side, tokenAmount, platformAmount, time }): TripTrade => ({
      blockNumber,
      logIndex,
      tokenId: idOf(token),
      walletId: idOf(trader),
      tokenAmount,
      signed: signedAmount(tokenAmount, side === 'buy'),
      platformAmount,
      time: time.getTime(),
    }),
  );
  const linked = await readLinked(session, matcher.pairsToAsk(trades));
  const trips = matcher.match(trades, (pair) => linked.has(keyOf(pair)));
  if (trips.length === 0) return;
  const values = trips.map(({ closing, opening }) => ({
    tokenId: closing.tokenId,
    blockNumber: closing.blockNumber,
    logIndex: closing.logIndex,
    openingBlock: opening.blockNumber,
    openingLogIndex: opening.logIndex,
    volume: closing.platformAmount + opening.platformAmount,
  }));
  await session.prepared(
    `INSERT INTO round_trips (token_id, block_number, log_index, opening_block, opening_log_index, volume_sum, pairs)
    SELECT trip.token_id, trip.block_number, trip.log_index, trip.opening_block, trip.opening_log_index,
      coalesce(last.volume_sum, 0) + sum(trip.volume) OVER before, coalesce(last.pairs, 0) + count(*) OVER before
    FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::numeric[])
      AS trip (token_id, block_number, log_index, opening_block, opening_log_index, volume)
    LEFT JOIN LATERAL (
      SELECT volume_sum, pairs FROM round_trips WHERE token_id = trip.token_id ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) last ON true
    WINDOW before AS (PARTITION BY trip.token_id ORDER BY trip.block_number, trip.log_index)`,
    toColumns(values, ['tokenId', 'blockNumber', 'logIndex', 'openingBlock', 'openingLogIndex', 'volume']),
  );
}

/** Of nothing a half: it has a sign too. */
const signedAmount = (amount: bigint, isBuy: boolean): number =>
  (isBuy ? 1 : -1) * Math.max(Number(amount), 0.5);

const keyOf = ({ one, other, blockNumber, logIndex }: WalletPair): string =>
  `${one} ${other} ${blockNumber} ${logIndex}`;

/** Of some pairs those of which one had funded the other, before the pair's place. */
async function readLinked(session: Session, pairs: readonly WalletPair[]): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set();
  const distinct = [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()];
  const funded = (wallet: string, funder: string): string =>
    `EXISTS (SELECT FROM fundings f WHERE f.wallet_id = ${wallet} AND f.funder_id = ${funder} AND (f.block_number, f.log_index) < (pair.block, pair.log))`;
  const { rows } = await session.prepared<WalletPair>(
    `SELECT pair.one, pair.other, pair.block AS "blockNumber", pair.log AS "logIndex"
    FROM unnest($1::int[], $2::int[], $3::int[], $4::int[]) AS pair (one, other, block, log)
    WHERE ${funded('pair.one', 'pair.other')} OR ${funded('pair.other', 'pair.one')}`,
    toColumns(distinct, ['one', 'other', 'blockNumber', 'logIndex']),
  );
  return new Set(rows.map(keyOf));
}
