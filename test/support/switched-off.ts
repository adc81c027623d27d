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
    Promise.all(list.map(async (path) => (await served.ask(path)).text()));
  /** A 503 of a busy machine names no feature. */
  const isSaid = async (enabled: boolean): Promise<boolean> => {
    const response = await served.api.get(paths[0]!);
    const text = await response.text();
    return enabled ? response.status === 200 : response.status === 503 && text.includes('"feature"');
  };
  const set = async (enabled: boolean): Promise<number> => {
    await served.query(
      'INSERT INTO flags (name, enabled) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET enabled = $2',
      [feature, enabled],
    );
    return until(`${feature} is ${enabled ? 'on' : 'off'}`, () => isSaid(enabled));
  };
  /** Switches again where the machine stood still meanwhile. */
  const flag = (enabled: boolean): Promise<number> =>
    until(`${feature} is switched within ${LIVE_MS} ms`, async () => {
      if ((await set(enabled)) <= LIVE_MS) return true;
      await set(!enabled);
      return false;
    });
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
