import { ACCOUNT, ACCOUNT_COUNT, localAccount } from '../chain/accounts.js';
import type { Random } from '../scenario/random.js';
import type { LiveAction, LiveChain } from './live-chain.js';

/** A hundredth of a platform token, in wei. */
const CENT = 10n ** 16n;
/** Holdings below a thousand tokens are not worth a sale. */
const DUST = 1_000n * 10n ** 18n;
/** Typical size of a buy, in platform tokens. */
const TYPICAL_BUY = 60;
const ATTEMPTS = 8;

/**
 * Some trade that can be made now, of some app, by one of the accounts from #10 on; or the graduation of an app that waits for it.
 *
 * @returns null when there are no apps, or the accounts that were looked at are broke
 */
export async function chooseTrade(chain: LiveChain, random: Random): Promise<LiveAction | null> {
  const apps = await chain.listApps();
  if (apps.length === 0) return null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const app = random.pick(apps);
    const wallet = random.integer(ACCOUNT.transmitter, ACCOUNT_COUNT - 1);
    const place = await chain.stageOf(app);
    if (place === 'full') return { kind: 'graduate', wallet, app };
    const trade = { kind: 'trade', app, trader: localAccount(wallet).address, place, wallet } as const;
    const held = await chain.balance(app, wallet);
    if (held > DUST && random.chance(0.6)) {
      const amountIn = (held * BigInt(random.integer(10, 60))) / 100n;
      // Another trade may move the price meanwhile: any output is fine for money that is worth nothing.
      return { ...trade, side: 'sell', amountIn, minOut: 1n };
    }
    const most = (await chain.balance(chain.platformToken, wallet)) / 4n;
    const wanted = BigInt(Math.ceil(random.logNormal(TYPICAL_BUY, 0.8) * 100)) * CENT;
    const amountIn = wanted < most ? wanted : most;
    if (amountIn >= CENT) return { ...trade, side: 'buy', amountIn, minOut: 1n };
  }
  return null;
}
