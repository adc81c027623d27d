import type { WalletEvents } from './wallet-claims.sql.js';
import type { ActivityRow } from './types/portfolio.types.js';

/**
 * A wallet's events and the rewards that it was paid, newest first. A reward in an app's token is the transfer that paid it.
 *
 * @param limit how many of each kind were asked for: so many of both together are known to be the newest
 */
export function mergeClaims({ items, claims, claimed }: WalletEvents, limit: number): ActivityRow[] {
  const positions = new Set(claimed.map(([block, logIndex]) => `${block}.${logIndex}`));
  return items
    .map((row): ActivityRow =>
      positions.has(`${row.block}.${row.logIndex}`) ? { ...row, type: 'claim' } : row,
    )
    .concat(claims)
    .sort((a, b) => b.block - a.block || b.logIndex - a.logIndex)
    .slice(0, limit);
}
