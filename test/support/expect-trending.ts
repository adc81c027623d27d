import type { Address } from 'viem';
import { addressOfId } from '@slipway/database';
import { withClient } from './pg-client.js';
import { RecountedMarket } from './recount-windows.js';
import type { RecountedChain } from './recounted-chain.js';

/** The kept sums in USD at the head's time. Weights have 44 binary places and are relative to an epoch of six hours. */
const KEPT = `
  SELECT ${addressOfId('s.token_id')} AS token, extract(epoch FROM block_time)::float8 AS at,
    CASE WHEN trending_sum = 0 THEN 0 ELSE (trending_sum / 2::numeric ^ 44)::float8 / 1e26
      * 2::float8 ^ (trending_epoch - extract(epoch FROM block_time)::float8 / 21600) END AS trending
  FROM chain.app_stats s CROSS JOIN chain.head ORDER BY s.trending DESC`;

interface Kept {
  readonly token: Address;
  readonly at: number;
  readonly trending: number;
}

/**
 * Expects every app of an index to trend by the sum that is recounted from logs, to ten digits, and ranks to be in their order.
 *
 * @returns the sums, highest first
 */
export async function expectTrending(
  databaseUrl: string,
  rpcUrl: string,
  chain: RecountedChain,
): Promise<number[]> {
  const { rows } = await withClient(databaseUrl, (client) => client.query<Kept>(KEPT));
  const recounted: number[] = [];
  for (const { token, at, trending } of rows) {
    const sum = await new RecountedMarket(rpcUrl, chain, token).trending(at);
    expect(Math.abs(trending - sum)).toBeLessThanOrEqual(sum * 1e-10);
    recounted.push(sum);
  }
  expect(recounted).toEqual(recounted.toSorted((a, b) => b - a));
  return recounted;
}
