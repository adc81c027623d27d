import { isReadFrom } from './is-read-from.js';
import type { OwnPostgres } from './own-postgres.js';
import { until } from './until.js';

/** Two standbys: the one that an API reads from, then the other. */
export async function inReadOrder(
  standbys: readonly OwnPostgres[],
): Promise<readonly [OwnPostgres, OwnPostgres]> {
  const [one, other] = standbys;
  if (one === undefined || other === undefined) throw new Error('there are two');
  let order: readonly [OwnPostgres, OwnPostgres] = [one, other];
  await until('a standby is read from', async () => {
    if (await isReadFrom(one)) return true;
    order = [other, one];
    return isReadFrom(other);
  });
  return order;
}
