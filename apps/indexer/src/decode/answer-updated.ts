import type { EventOf } from '#chain';
import type { OraclePriceRow } from './rows.js';

/** A new answer of the price feed. A transmitter's time later than the block's own is taken as the block's. */
export function handleAnswerUpdated(event: EventOf<'AnswerUpdated'>, time: Date): OraclePriceRow {
  const { blockNumber, logIndex, current } = event;
  const blockSeconds = BigInt(Math.floor(time.getTime() / 1_000));
  const seconds = event.updatedAt < blockSeconds ? event.updatedAt : blockSeconds;
  return { blockNumber, logIndex, time, answer: current, updatedAt: new Date(Number(seconds) * 1_000) };
}
