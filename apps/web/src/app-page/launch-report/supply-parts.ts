import type { LaunchReport } from '@slipway/sdk';

/** One part of a bar. The name is its colour's. */
export interface Part {
  readonly name: string;
  readonly share: number;
}

export const EXCLUDED = {
  curve: 'Bonding curve',
  pool: 'Pool',
  distributor: 'Distributors of rewards',
  token: 'The app’s own contract',
  burn: 'Burnt',
} as const;

/** Where the supply is: parts that do not overlap, and add up to it. */
export function supplyParts({
  creator,
  associates,
  concentration,
}: Pick<LaunchReport, 'creator' | 'associates' | 'concentration'>): (Part & { readonly words: string })[] {
  const own = [
    { name: 'creator', words: 'Creator', share: creator.heldShare },
    ...(associates === null
      ? []
      : [{ name: 'associates', words: 'Associates', share: associates.heldShare }]),
  ];
  const excluded = (Object.keys(EXCLUDED) as (keyof typeof EXCLUDED)[]).flatMap((name) => {
    const share = sum(concentration.excluded.filter(({ kind }) => kind === name));
    return share === 0 ? [] : [{ name, words: EXCLUDED[name], share }];
  });
  const others = {
    name: 'others',
    words: associates === null ? 'Other wallets, associates too' : 'Other wallets',
    share: Math.max(0, 1 - sum([...own, ...excluded])),
  };
  return [...own, others, ...excluded];
}

/** What the richest hold of what wallets hold, each without those before. */
export function concentrationParts({
  top1Share,
  top10Share,
  top50Share,
}: LaunchReport['concentration']): Part[] {
  return [
    { name: 'top1', share: top1Share },
    { name: 'top10', share: top10Share - top1Share },
    { name: 'top50', share: top50Share - top10Share },
  ];
}

function sum(parts: readonly { readonly share: number }[]): number {
  return parts.reduce((total, { share }) => total + share, 0);
}
