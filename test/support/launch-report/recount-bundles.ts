import type { Hex } from 'viem';
import type { Launched } from './raw-logs.js';
import type { RecountChain } from './recount-chain.js';
import { isAfter } from './recount-round-trips.js';
import type { Dealing } from './who-traded.js';

const DAY = 86_400;

/** Who funded more wallets is a service. */
const MOST_FUNDED = 100;

export interface Bundle {
  readonly transaction: Hex | null;
  readonly funder: Hex | null;
  readonly wallets: readonly Hex[];
  /** What shows it of each wallet but the funder: the buy, or all that funded it in time. */
  readonly shownBy: Readonly<Record<Hex, readonly Hex[]>>;
}

/** @param early buys at the launch */
export function recountBundles(chain: RecountChain, launched: Launched, early: readonly Dealing[]): Bundle[] {
  const hashes = new Set(early.map(({ hash }) => hash));
  const shared = [...hashes].flatMap((transaction) => {
    const wallets = [
      ...new Set(early.filter(({ hash }) => hash === transaction).map(({ wallet }) => wallet)),
    ];
    const shownBy = Object.fromEntries(wallets.map((wallet) => [wallet, [transaction]]));
    return wallets.length < 2 ? [] : [{ transaction, funder: null, wallets, shownBy }];
  });
  return [...shared, ...fundedBundles(chain, launched, early)];
}

function fundedBundles(chain: RecountChain, launched: Launched, early: readonly Dealing[]): Bundle[] {
  const buyers = new Map<Hex, { readonly first: Dealing; readonly paid: bigint }>();
  for (const buy of early) {
    const known = buyers.get(buy.wallet);
    buyers.set(buy.wallet, { first: known?.first ?? buy, paid: (known?.paid ?? 0n) + buy.platform });
  }
  const bundles: Bundle[] = [];
  for (const funder of chain.fundersOf(buyers.keys())) {
    const fundings = chain.fundingsOf(funder);
    const inTime = fundings.filter(({ funded, time, ...one }) => {
      const first = buyers.get(funded)?.first;
      return first !== undefined && first.time - time <= DAY && isAfter(first, { ...one, time });
    });
    if (inTime.length === 0) continue;
    const lately = fundings.filter(({ time }) => time <= launched.time && launched.time - time <= DAY);
    if (new Set(lately.map(({ funded }) => funded)).size > MOST_FUNDED) continue;
    const funded = [...new Set(inTime.map((one) => one.funded))].filter((wallet) => {
      const got = inTime.filter((one) => one.funded === wallet).reduce((all, { amount }) => all + amount, 0n);
      return wallet !== funder && got * 10n >= buyers.get(wallet)!.paid;
    });
    const wallets = funded.length > 0 && buyers.has(funder) ? [funder, ...funded] : funded;
    if (wallets.length < 2) continue;
    const shownBy = Object.fromEntries(
      funded.map((wallet) => [wallet, inTime.filter((one) => one.funded === wallet).map(({ hash }) => hash)]),
    );
    bundles.push({ transaction: null, funder, wallets, shownBy });
  }
  return bundles;
}
