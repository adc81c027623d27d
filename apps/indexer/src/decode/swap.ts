import type { EventOf } from '#chain';
import type { Pool } from './pool.js';
import type { TradeRow } from './rows.js';
import { completeTrade } from './trade-row.js';

/**
 * A trade in an app's Uniswap V2 pair. The event's trader is whom the pair paid. The launchpad takes no fee here; the
 * liquidity providers' share is part of the executed price.
 *
 * @returns null when the swap exchanged nothing between the two sides, as a repaid flash loan does
 */
export function handleSwap(
  event: EventOf<'Swap'>,
  pool: Pool,
  time: Date,
  answer: bigint | null,
): TradeRow | null {
  const net0 = event.amount0Out - event.amount0In;
  const net1 = event.amount1Out - event.amount1In;
  const { platformIsFirst } = pool;
  const [platform, token] = platformIsFirst ? [net0, net1] : [net1, net0];
  if (platform === 0n || token === 0n || platform > 0n === token > 0n) return null;
  const { blockNumber, logIndex, txHash } = event;
  const side = token > 0n ? 'buy' : 'sell';
  return completeTrade(
    {
      blockNumber,
      logIndex,
      time,
      txHash,
      token: pool.token,
      trader: event.to,
      side,
      venue: 'pool',
      platformAmount: platform > 0n ? platform : -platform,
      fee: 0n,
      tokenAmount: token > 0n ? token : -token,
      gross: {
        market: event.contract,
        in: platformIsFirst ? event.amount1In : event.amount0In,
        out: platformIsFirst ? event.amount1Out : event.amount0Out,
      },
    },
    answer,
  );
}
