import { expectError } from './http/expect-envelope.js';
import type { ServedMarket } from './served-market.js';
import { until } from './until.js';

/** What the contract gives a switch to reach every instance. */
const LIVE_MS = 2_000;

/**
 * Switches a feature off and on again. Meanwhile each of its paths says that it is off, whatever else is wrong with the request.
 * A cached response changes nothing of that. Other paths go on, and all is as before after it.
 */
export async function expectSwitchable(
  served: ServedMarket,
  feature: 'search' | 'leaderboards',
  paths: readonly string[],
  others: readonly string[],
): Promise<void> {
  const bodiesOf = (list: readonly string[]): Promise<string[]> =>
    Promise.all(list.map(async (path) => (await served.api.get(path)).text()));
  const flag = async (enabled: boolean): Promise<void> => {
    await served.query(
      'INSERT INTO flags (name, enabled) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET enabled = $2',
      [feature, enabled],
    );
    const status = enabled ? 200 : 503;
    const isStatus = async () => (await served.api.get(paths[0]!)).status === status;
    await until(`${feature} is ${status}`, isStatus, LIVE_MS);
  };
  const before = await bodiesOf([...paths, ...others]);
  await flag(false);
  for (const path of [...paths, `${paths[0]!}&unknown=1`]) {
    const { details } = await expectError(await served.api.get(path), [503, 'service_unavailable']);
    expect(details).toEqual({ feature });
  }
  expect(await bodiesOf(others)).toEqual(before.slice(paths.length));
  await flag(true);
  expect(await bodiesOf([...paths, ...others])).toEqual(before);
}
