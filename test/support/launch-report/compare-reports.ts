/** Ratios go out with 15 significant digits: further they cannot be compared. */
const RELATIVE = 1e-12;

export type Json = Record<string, unknown>;

/** Texts that are no addresses stay as they are. */
export function inSmallLetters(value: unknown): unknown {
  if (typeof value === 'string') return /^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(inSmallLetters);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inSmallLetters(one)]));
}

/**
 * Where a report of the API, with addresses in small letters, is not as the recount has it. Of lists whose order the contract leaves
 * open the order is not compared; where several transactions show the same, any of them is right.
 */
export function differencesOf(report: Json, recount: Json): string[] {
  const differences = [
    ...misordered(report),
    ...comparing(withOrder(checkedEvidence(report, recount)), withOrder(recount), ''),
  ];
  return differences.map((difference) => `${String(recount['tokenAddress'])}${difference}`);
}

/** What the recount does not have is left out, and transactions that show something are replaced by all that may. */
function checkedEvidence(report: Json, recount: Json): Json {
  const known: Json = Object.fromEntries(Object.entries(report).filter(([key]) => key in recount));
  const expected = new Map(
    (recount['associates'] as { wallets: { wallet: string; shownBy: string[] }[] }).wallets.map((one) => [
      one.wallet,
      one.shownBy,
    ]),
  );
  const associates = known['associates'] as {
    wallets: { wallet: string; reason: string; transaction: string }[];
  };
  const wallets = associates.wallets.map(({ reason, transaction, ...one }) => {
    const shownBy = expected.get(one.wallet) ?? [];
    const shown = `${reason} ${transaction}`;
    return { ...one, shownBy: shownBy.includes(shown) ? shownBy : shown };
  });
  const bundles = (known['bundles'] as BundleJson[]).map(({ transactions, ...bundle }) => {
    const same = (recount['bundles'] as RecountedBundle[]).find((one) => nameOf(one) === nameOf(bundle));
    const all = Object.values(same?.shownBy ?? {});
    const isShown =
      transactions.every((hash) => all.flat().includes(hash)) &&
      all.every((some) => some.some((hash) => transactions.includes(hash)));
    return { ...bundle, shownBy: isShown ? same?.shownBy : transactions };
  });
  return { ...known, associates: { ...associates, wallets }, bundles };
}

interface NamedBundle {
  readonly transaction: string | null;
  readonly funder: string | null;
}
type BundleJson = NamedBundle & { readonly transactions: readonly string[] };
type RecountedBundle = NamedBundle & { readonly shownBy: Record<string, string[]> };

const nameOf = ({ transaction, funder }: NamedBundle): string => `${transaction ?? ''} ${funder ?? ''}`;

/** Lists whose largest is not first. */
function* misordered(report: Json): Generator<string> {
  const { wallets } = report['associates'] as { wallets: { heldShare: number }[] };
  const bundles = report['bundles'] as { share: number }[];
  const { holders } = (report['liquidity'] ?? { holders: [] }) as { holders: { share: number }[] };
  const lists = {
    associates: wallets.map(({ heldShare }) => heldShare),
    bundles: bundles.map(({ share }) => share),
    holders: holders.map(({ share }) => share),
  };
  for (const [name, shares] of Object.entries(lists))
    if (shares.some((share, i) => share > (shares[i - 1] ?? Infinity)))
      yield `.${name}: not the largest first`;
}

/** Lists in an order of their own: of equal shares the contract names none first. */
function withOrder(report: Json): Json {
  const sorted = <T>(list: readonly T[], key: (one: T) => string): T[] =>
    list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const associates = report['associates'] as { wallets: { wallet: string }[] };
  const concentration = report['concentration'] as { excluded: { address: string }[] };
  const liquidity = report['liquidity'] as { holders: { address: string }[] } | null;
  const bundles = report['bundles'] as (NamedBundle & { wallets: string[] })[];
  return {
    ...report,
    associates: { ...associates, wallets: sorted(associates.wallets, ({ wallet }) => wallet) },
    bundles: sorted(bundles, nameOf).map((bundle) => ({ ...bundle, wallets: bundle.wallets.toSorted() })),
    concentration: { ...concentration, excluded: sorted(concentration.excluded, ({ address }) => address) },
    liquidity: liquidity && { ...liquidity, holders: sorted(liquidity.holders, ({ address }) => address) },
  };
}

/** Where two values differ, and how. */
export function* comparing(actual: unknown, expected: unknown, path: string): Generator<string> {
  if (typeof actual === 'number' && typeof expected === 'number') {
    if (Math.abs(actual - expected) > RELATIVE * Math.abs(expected))
      yield `${path}: ${actual}, not ${expected}`;
  } else if (isObject(actual) && isObject(expected)) {
    for (const key of new Set([...Object.keys(actual), ...Object.keys(expected)]))
      yield* comparing(actual[key], expected[key], `${path}.${key}`);
  } else if (actual !== expected) yield `${path}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
