import type { Hex } from 'viem';
import { DEFINITIONS, type Definition, type Truth } from './plot.js';

/** What of a report names wallets and transactions; addresses in small letters. */
export interface NamingReport {
  readonly tokenAddress: string;
  readonly firstBlockBuyers: { readonly transactions: readonly string[] };
  readonly associates: { readonly wallets: readonly { readonly wallet: string }[] };
  readonly bundles: readonly {
    readonly transaction: string | null;
    readonly funder: string | null;
    readonly wallets: readonly string[];
  }[];
  readonly roundTrips: {
    readonly newest: readonly { readonly buyTransaction: string; readonly sellTransaction: string }[];
  };
  readonly liquidity: {
    readonly newest: readonly { readonly kind: string; readonly transaction: string }[];
  } | null;
}

export interface Score {
  readonly definition: Definition;
  readonly planted: number;
  readonly precision: number;
  readonly recall: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** Compares what reports name with what was planted. */
export function scoreReports(
  reports: readonly NamingReport[],
  truth: Truth,
  hashes: ReadonlyMap<string, Hex>,
): Score[] {
  const hashOf = (id: string): Hex => {
    const hash = hashes.get(id);
    if (hash === undefined) throw new Error(`the contracts refused what was planted as ${id}`);
    return hash;
  };
  return DEFINITIONS.map((definition) => {
    const planted = new Set(truth[definition].map((item) => item(hashOf)));
    const found = new Set(
      reports.flatMap((report) =>
        namedBy(report)[definition].map((item) => `${report.tokenAddress} ${item}`),
      ),
    );
    const right = [...found].filter((item) => planted.has(item)).length;
    return {
      definition,
      planted: planted.size,
      precision: right / found.size,
      recall: right / planted.size,
      wrong: [...found].filter((item) => !planted.has(item)),
      missed: [...planted].filter((item) => !found.has(item)),
    };
  });
}

function namedBy(report: NamingReport): Record<Definition, string[]> {
  return {
    firstBlockBuyers: [...report.firstBlockBuyers.transactions],
    bundles: report.bundles.flatMap(({ transaction, funder, wallets }) =>
      wallets.map((wallet) => `${transaction ?? funder ?? 'nothing'} ${wallet}`),
    ),
    associates: report.associates.wallets.map(({ wallet }) => wallet),
    roundTrips: report.roundTrips.newest.map(
      ({ buyTransaction, sellTransaction }) => `${buyTransaction} ${sellTransaction}`,
    ),
    liquidity: report.liquidity?.newest.map(({ kind, transaction }) => `${kind} ${transaction}`) ?? [],
  };
}
