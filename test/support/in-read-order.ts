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
  await until('one standby is read from', async () => {
    const isOne = await isReadFrom(one);
    order = isOne ? [one, other] : [other, one];
    // Both are, where reads have just moved; neither, where the machine stood still.
    return (await isReadFrom(other)) !== isOne;
  });
  return order;
}
