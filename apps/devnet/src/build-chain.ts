import type { Detail } from './progress.js';
import { runScenario } from './scenario/run-scenario.js';

/** Every first start plays the same market, ending now. */
const SEED = 20_261_121;

/** Puts the contracts and thirty days of trading on a fresh local chain. */
export async function buildChain(rpcUrl: string, detail: Detail): Promise<void> {
  const endTime = Math.floor(Date.now() / 1_000);
  const { transactions } = await runScenario(rpcUrl, { seed: SEED, endTime }, (done, total, what) => {
    detail(`${done} of ${total} ${what}`);
  });
  detail(`${transactions} transactions`);
}
