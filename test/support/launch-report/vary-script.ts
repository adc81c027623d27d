import { addressOf } from '../model-chain/market.js';
import { seededRandom } from '../market-activity.js';
import { WEI, buys, launchApp, logsOnly, onApp, pay } from './acts.js';
import { SLOT } from './plot.js';
import type { Act } from './script-chain.js';

/**
 * What could have happened instead: without some launches, fundings and trades, with some later, and with others.
 * @param from seconds since the chain's first block, after which it is different
 */
export function varyScript(acts: readonly Act[], from: number, seed: number): Act[] {
  const random = seededRandom(seed);
  const varied = acts
    .filter(({ at }) => at > from)
    .flatMap((act): Act[] => {
      const dice = random();
      if (act.run !== null && dice < 0.3) return [];
      return [dice < 0.6 ? { ...act, at: act.at + SLOT } : act];
    });
  for (let i = 0; i < 12; i += 1) {
    const at = from + SLOT * (2 + i);
    const [one, other] = [addressOf(`varied ${seed} ${i}`), addressOf(`varied ${seed} ${i + 1}`)];
    const name = `Varied ${seed} ${i % 3}`;
    if (i < 3) varied.push({ at, run: launchApp(one, name, buys(one, 30n * WEI)) });
    varied.push(
      { at, run: logsOnly(pay(one, other, 40n * WEI)) },
      { at: at + SLOT, run: onApp(name, buys(other, 10n * WEI)) },
    );
  }
  return varied;
}
