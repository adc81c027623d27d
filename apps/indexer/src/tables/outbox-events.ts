import { addressOfId, keptHashOf, type OutboxBlock, type OutboxEvent } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { Position, Rows } from '../decode/rows.js';
import { blockTimes } from '../fold/block-times.js';
import type { FoldedBatch } from '../fold/fold-batch.js';
import type { Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';

/** An event that the stream tells of, its app and its block. */
export interface ToldEvent {
  readonly tokenId: number;
  readonly block: Omit<OutboxBlock, 'events'>;
  readonly event: OutboxEvent;
}

/** A batch's launches, trades and graduations, in chain order. */
export function eventsOfBatch({ batch, rows, before }: FoldedBatch, idOf: IdOf): ToldEvent[] {
  const { launchpad } = before.registry.deployment;
  const blockOf = blocksOf(batch, blockTimes(rows, before.oraclePrice));
  const tell = (
    { token, blockNumber, logIndex, txHash }: Position & { token: Address; txHash: string },
    rest: Omit<OutboxEvent, 'token' | 'logIndex' | 'txHash'>,
  ): ToldEvent => {
    const event = { token, logIndex, txHash, ...rest };
    return { tokenId: idOf(token), block: blockOf(blockNumber), event };
  };
  const launches = rows.apps.map((app) => {
    const amounts = { tokenAmount: null, platformAmount: app.cost.toString(), fee: null };
    return tell(app, { type: 'launch', from: app.creator, to: null, ...amounts });
  });
  const trades = rows.trades.map((trade) => {
    const { side: type, trader, gross } = trade;
    const [from, to] = type === 'buy' ? [gross.market, trader] : [trader, gross.market];
    const tokenAmount = trade.tokenAmount.toString();
    const platformAmount = trade.platformAmount.toString();
    return tell(trade, { type, from, to, tokenAmount, platformAmount, fee: trade.fee.toString() });
  });
  const graduations = rows.graduations.map((graduation) => {
    const { tokens, platform } = firstReserves(rows, graduation);
    const amounts = { tokenAmount: tokens.toString(), platformAmount: platform.toString(), fee: null };
    return tell(graduation, { type: 'graduation', from: launchpad, to: graduation.pair, ...amounts });
  });
  return [...launches, ...trades, ...graduations].sort(
    (a, b) => a.block.number - b.block.number || a.event.logIndex - b.event.logIndex,
  );
}

/** A batch's blocks by number, each made once. */
function blocksOf(
  { headers }: FoldedBatch['batch'],
  priced: ReturnType<typeof blockTimes>,
): (number: number) => ToldEvent['block'] {
  const prices = new Map(priced.map(({ number, oraclePrice }) => [number, oraclePrice]));
  const made = new Map<number, ToldEvent['block']>();
  return (number) => {
    const known = made.get(number);
    if (known !== undefined) return known;
    const header = headers.get(number);
    if (header === undefined) throw new Error(`no header of block ${number}`);
    const time = new Date(header.timestamp * 1_000).toISOString();
    const block = { number, hash: header.hash, time, oraclePrice: prices.get(number)?.toString() ?? null };
    made.set(number, block);
    return block;
  };
}

/** What a graduation put into its pool. */
function firstReserves({ reserves }: Rows, { blockNumber, logIndex }: Position): Rows['reserves'][number] {
  const first = reserves.find((row) => row.blockNumber === blockNumber && row.logIndex === logIndex);
  if (first === undefined) throw new Error(`no reserves of the graduation in block ${blockNumber}`);
  return first;
}

const EVENT = 'e.block_number AS number, e.log_index AS "logIndex", a.token_id AS "tokenId"';

const EVENTS_AFTER = `
  SELECT event."tokenId", event.type, ${addressOfId('event."tokenId"')} AS token, event."logIndex", event.number,
    '0x' || encode(event.hash, 'hex') AS "txHash", coalesce(event.from, ${addressOfId('event.from_id')}) AS from,
    coalesce(event.to, ${addressOfId('event.to_id')}) AS to, event.tokens::text AS "tokenAmount",
    event.platform::text AS "platformAmount", event.fee::text AS fee, '0x' || ${keptHashOf('event.number')} AS "blockHash",
    coalesce(event.time, b.time) AS time, b.oracle_price::text AS "oraclePrice"
  FROM (
    SELECT ${EVENT}, CASE WHEN e.is_buy THEN 'buy' ELSE 'sell' END AS type, e.tx_hash AS hash, NULL::timestamptz AS time,
      CASE WHEN e.is_buy AND NOT e.in_pool THEN d.launchpad END AS from,
      CASE WHEN NOT e.is_buy THEN e.trader_id WHEN e.in_pool THEN v.pool_id END AS from_id,
      CASE WHEN NOT e.is_buy AND NOT e.in_pool THEN d.launchpad END AS to,
      CASE WHEN e.is_buy THEN e.trader_id WHEN e.in_pool THEN v.pool_id END AS to_id,
      e.token_amount AS tokens, e.platform_amount AS platform, e.fee
    FROM trades e CROSS JOIN deployment d JOIN apps a USING (token_id) JOIN curves v USING (token_id)
    WHERE e.block_number > $1
    UNION ALL
    SELECT a.block_number, a.log_index, a.token_id, 'launch', a.launch_tx_hash, a.launched_at, NULL, a.creator_id, NULL, NULL,
      NULL, a.launch_cost, NULL
    FROM apps a WHERE a.block_number > $1
    UNION ALL
    SELECT ${EVENT}, 'graduation', v.graduation_tx_hash, NULL, d.launchpad, NULL, NULL, v.pool_id,
      e.token_reserve, e.platform_reserve, NULL
    FROM curves v CROSS JOIN deployment d JOIN apps a USING (token_id) JOIN reserves e ON e.token_id = v.token_id
      AND e.block_number = v.graduated_block AND e.log_index = v.graduation_log_index
    WHERE v.graduated_block > $1
  ) event LEFT JOIN block_times b ON b.number = event.number
  ORDER BY event.number, event."logIndex"`;

type EventRow = OutboxEvent & { readonly tokenId: number; readonly number: number; readonly time: Date } & {
  readonly blockHash: string;
  readonly oraclePrice: string | null;
};

/** The same events of all blocks after one, as the tables have them. */
export async function readEventsAfter(session: Session, block: number): Promise<ToldEvent[]> {
  const { rows } = await session.query<EventRow>(EVENTS_AFTER, [block]);
  return rows.map(({ tokenId, number, blockHash: hash, time, oraclePrice, ...event }) => ({
    tokenId,
    block: { number, hash, time: time.toISOString(), oraclePrice },
    event,
  }));
}
