import type { EventOf } from '#chain';
import type { Pool } from './pool.js';
import type { Moment, ReserveRow } from './rows.js';

/**
 * The reserves of an app's pair after anything moved them.
 *
 * @param at the moment from which they are the app's: the event's own, or the graduation's for the pair's first
 */
export function handleSync(
  event: EventOf<'Sync'>,
  pool: Pool,
  { blockNumber, logIndex, time }: Moment,
): ReserveRow {
  const { reserve0, reserve1 } = event;
  const [platform, tokens] = pool.platformIsFirst ? [reserve0, reserve1] : [reserve1, reserve0];
  return { blockNumber, logIndex, time, token: pool.token, venue: 'pool', platform, tokens };
}
