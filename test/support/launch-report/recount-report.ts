import type { Hex } from 'viem';
import { DEAD, LAUNCHPAD, PLATFORM, ZERO, type Place } from './raw-logs.js';
import type { AppFacts, RecountChain } from './recount-chain.js';
import { ratio } from './recount-figures.js';
import { recountBundles } from './recount-bundles.js';
import { recountLiquidity } from './recount-liquidity.js';
import { recountRoundTrips } from './recount-round-trips.js';
import type { Dealing } from './who-traded.js';

const MINUTE = 60;
const HOUR = 3_600;

/** The first transactions that a figure names. */
const MOST_EVIDENCE = 100;

/** The report of an app by docs/design/launch-report.md, with addresses in small letters. */
export function recountReport(chain: RecountChain, facts: AppFacts): Record<string, unknown> {
  const { launched, dealings } = facts;
  const { creator } = launched;
  const buys = dealings.filter(({ isBuy }) => isBuy);
  const inBlocks = (count: number): Dealing[] => buys.filter(({ block }) => block < launched.block + count);
  const inMinute = buys.filter(({ time }) => time <= launched.time + MINUTE);
  const early = buys.filter((one) => inBlocks(5).includes(one) || inMinute.includes(one));
  const others = inBlocks(1).filter(({ wallet }) => wallet !== creator);
  const bundles = recountBundles(chain, launched, early);
  const bundled = new Set(bundles.flatMap(({ wallets }) => wallets));
  const { buyers: count, share: boughtShare, ...first } = buyersOf(facts, others);
  const head = chain.blocks.at(-1)!;
  return {
    tokenAddress: launched.token,
    creator: recountCreator(chain, facts),
    associates: recountAssociates(chain, facts),
    firstBlock: buyersOf(facts, inBlocks(1)),
    firstBlocks: buyersOf(facts, inBlocks(5)),
    firstMinute: buyersOf(facts, inMinute),
    firstBlockBuyers: { count, boughtShare, ...first },
    bundles: bundles.map(({ transaction, funder, wallets, shownBy }) => ({
      transaction,
      funder,
      wallets,
      count: wallets.length,
      share: shareOf(facts, sumTokens(early.filter(({ wallet }) => wallets.includes(wallet)))),
      heldShare: shareOf(facts, heldBy(facts, wallets)),
      shownBy,
    })),
    bundledShare: shareOf(facts, sumTokens(early.filter(({ wallet }) => bundled.has(wallet)))),
    roundTrips: roundTripsOf(chain, facts),
    concentration: concentrationOf(chain, facts),
    liquidity: facts.pair === null ? null : recountLiquidity(facts.pair, facts.liquidity),
    asOf: head.number,
  };
}

const shareOf = ({ supply }: AppFacts, amount: bigint): number => ratio(amount, supply);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
const sumTokens = (dealings: readonly Dealing[]): bigint => sum(dealings.map(({ tokens }) => tokens));
const heldBy = ({ held }: AppFacts, wallets: Iterable<Hex>): bigint =>
  sum([...wallets].map((wallet) => held.get(wallet) ?? 0n));
const hashesOf = (places: readonly Place[]): Hex[] =>
  [...new Set(places.map(({ hash }) => hash))].slice(0, MOST_EVIDENCE);
const soldBy = ({ dealings }: AppFacts, wallets: ReadonlySet<Hex>): Dealing[] =>
  dealings.filter(({ wallet, isBuy }) => !isBuy && wallets.has(wallet));

function buyersOf(
  facts: AppFacts,
  buys: readonly Dealing[],
): { buyers: number; share: number; heldShare: number; transactions: Hex[] } {
  const wallets = new Set(buys.map(({ wallet }) => wallet));
  return {
    buyers: wallets.size,
    share: shareOf(facts, sumTokens(buys)),
    heldShare: shareOf(facts, heldBy(facts, wallets)),
    transactions: hashesOf(buys),
  };
}

function recountCreator(chain: RecountChain, facts: AppFacts): Record<string, unknown> {
  const { creator } = facts.launched;
  const own = [...chain.apps.values()].filter(({ launched }) => launched.creator === creator);
  const sales = soldBy(facts, new Set([creator]));
  return {
    wallet: creator,
    launches: own.length,
    graduated: own.filter(({ pair }) => pair !== null).length,
    heldShare: shareOf(facts, heldBy(facts, [creator])),
    soldShare: shareOf(facts, sumTokens(sales)),
    transactions: hashesOf(sales),
  };
}

/** Of what shows one the report names what is nearest to the launch, by blocks; any of those that are equally near. */
function recountAssociates(chain: RecountChain, facts: AppFacts): Record<string, unknown> {
  const { creator, block: launch, time: began } = facts.launched;
  const isInTime = ({ time }: Place): boolean => time <= began + HOUR;
  const shown = [
    ...chain.fundingsOf(creator).map((one) => ({ ...one, wallet: one.funded, reason: 'funded' })),
    ...facts.given.map((one) => ({ ...one, wallet: one.funded, reason: 'given' })),
  ].filter((one) => isInTime(one) && one.wallet !== creator && chain.isWallet(one.wallet));
  const wallets = new Set(shown.map(({ wallet }) => wallet));
  return {
    count: wallets.size,
    heldShare: shareOf(facts, heldBy(facts, wallets)),
    soldShare: shareOf(facts, sumTokens(soldBy(facts, wallets))),
    wallets: [...wallets].map((wallet) => {
      const own = shown.filter((one) => one.wallet === wallet);
      const distance = Math.min(...own.map(({ block }) => Math.abs(block - launch)));
      return {
        wallet,
        shownBy: own
          .filter(({ block }) => Math.abs(block - launch) === distance)
          .map(({ reason, hash }) => `${reason} ${hash}`),
        heldShare: shareOf(facts, heldBy(facts, [wallet])),
        soldShare: shareOf(facts, sumTokens(soldBy(facts, new Set([wallet])))),
      };
    }),
  };
}

function roundTripsOf(chain: RecountChain, facts: AppFacts): Record<string, unknown> {
  const pairs = recountRoundTrips(
    facts.trades,
    (one, other, before) => chain.hasFunded(one, other, before) || chain.hasFunded(other, one, before),
  );
  return {
    pairs: pairs.length,
    share: ratio(sum(pairs.map(({ buy, sale }) => buy.platform + sale.platform)), facts.traded),
    newest: pairs
      .toReversed()
      .slice(0, 20)
      .map(({ buy, sale }) => ({
        buyer: buy.wallet,
        seller: sale.wallet,
        buyTransaction: buy.hash,
        sellTransaction: sale.hash,
        platformAmount: String(buy.platform + sale.platform),
      })),
  };
}

function concentrationOf(chain: RecountChain, facts: AppFacts): Record<string, unknown> {
  const { held, supply, pair } = facts;
  const kinds = [
    [LAUNCHPAD, 'curve'],
    [pair, 'pool'],
    [ZERO, 'burn'],
    [DEAD, 'burn'],
    [facts.launched.token, 'token'],
    ...chain.distributors.map((address) => [address, 'distributor'] as const),
  ] as const;
  const excluded = kinds.flatMap(([address, kind]) => {
    const amount = address === null ? 0n : (held.get(address) ?? 0n);
    return address === null || amount === 0n ? [] : [{ address, kind, amount }];
  });
  const rest = supply - sum(excluded.map(({ amount }) => amount));
  const richest = [...held]
    .filter(([address]) => chain.isWallet(address) && address !== PLATFORM)
    .map(([, amount]) => amount)
    .toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const top = (count: number): number => ratio(sum(richest.slice(0, count)), rest);
  return {
    top1Share: top(1),
    top10Share: top(10),
    top50Share: top(50),
    excluded: excluded.map(({ address, kind, amount }) => ({ address, kind, share: shareOf(facts, amount) })),
  };
}
