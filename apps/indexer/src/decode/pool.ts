import type { EventOf } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import type { Position, ReserveRow, TradeRow } from './rows.js';
import { toTradeRow } from './trade-row.js';

export interface Pool {
  readonly token: Address;
  /** Whether the platform token is the pair's token0 (the lower address). */
  readonly platformIsFirst: boolean;
  /** Where its app graduated: what the pair logged before is not the app's market. */
  readonly graduated: Position;
}

/**
 * A trade in an app's pair. The event's trader is whom the pair paid. There is no launchpad fee; the liquidity providers'
 * share is part of the price. @returns null when nothing was exchanged, as by a repaid flash loan
 */
export function handleSwap(
  event: EventOf<'Swap'>,
  { token, platformIsFirst }: Pool,
  time: Date,
  oraclePrice: bigint | null,
): TradeRow | null {
  const net0 = event.amount0Out - event.amount0In;
  const net1 = event.amount1Out - event.amount1In;
  const [platforms, tokens] = platformIsFirst ? [net0, net1] : [net1, net0];
  if (platforms === 0n || tokens === 0n || platforms > 0n === tokens > 0n) return null;
  const side = tokens > 0n ? 'buy' : 'sell';
  const platformAmount = platforms > 0n ? platforms : -platforms;
  const amounts = { side, platformAmount, fee: 0n, tokenAmount: tokens > 0n ? tokens : -tokens } as const;
  const gross = {
    market: event.contract,
    in: platformIsFirst ? event.amount1In : event.amount0In,
    out: platformIsFirst ? event.amount1Out : event.amount0Out,
  };
  return toTradeRow(event, time, { token, trader: event.to, venue: 'pool', gross }, amounts, oraclePrice);
}

/**
 * The reserves of an app's pair after anything moved them.
 * @param at from where on they are the app's: the event's position, or the graduation's for the pair's first
 */
export function handleSync(
  { reserve0, reserve1 }: EventOf<'Sync'>,
  { token, platformIsFirst }: Pool,
  at: Position,
  time: Date,
): ReserveRow {
  const [platform, tokens] = platformIsFirst ? [reserve0, reserve1] : [reserve1, reserve0];
  const { blockNumber, logIndex } = at;
  return { blockNumber, logIndex, time, token, venue: 'pool', platform, tokens, realPlatform: null };
}
