import { APP_SORTS, APP_STAGES } from '../../../apps/api/src/modules/apps/types/apps.types.js';
import {
  BOARDS,
  BOARD_NAMES,
  BOARD_WINDOWS,
} from '../../../apps/api/src/modules/market/types/leaderboards.types.js';

/** A read by its path below `/v1`. */
export interface GrowthRead {
  readonly name: string;
  readonly path: string;
  /** The second page of a list is asked for. */
  readonly isLater?: boolean;
}

/** Reads of a market: those that could cost more with more apps or wallets. */
export function growthReads(token: string, wallet: string): GrowthRead[] {
  const lists = [null, ...APP_STAGES].flatMap((stage) =>
    APP_SORTS.flatMap((sort): GrowthRead[] => {
      const path = `/apps?limit=50&sort=${sort}${stage === null ? '' : `&stage=${stage}`}`;
      const name = `apps by ${sort}${stage === null ? '' : `, stage ${stage}`}`;
      return [{ name, path }, ...(stage === null ? [{ name: `${name}, later`, path, isLater: true }] : [])];
    }),
  );
  const boards = BOARD_NAMES.flatMap((board) =>
    BOARDS[board].flatMap((metric) =>
      BOARD_WINDOWS.map((window) => ({
        name: `board of ${board} by ${metric}, ${window}`,
        path: `/leaderboards/${board}?metric=${metric}&window=${window}&limit=100`,
      })),
    ),
  );
  const least = ['minHolders=41', 'minHolders=1000', 'minMarketCapUsd=1', 'minVolume24hUsd=100'].map(
    (range): GrowthRead => ({ name: `apps with ${range}`, path: `/apps?limit=50&${range}` }),
  );
  return [
    ...lists,
    ...least,
    ...boards,
    { name: 'search by a name', path: '/apps/search?q=Pocket%20500' },
    { name: 'search by a prefix', path: '/apps/search?q=pock' },
    { name: 'search by a symbol', path: '/apps/search?q=p500' },
    { name: 'app', path: `/apps/${token}` },
    { name: 'holders', path: `/apps/${token}/holders` },
    { name: 'activity', path: `/apps/${token}/activity` },
    { name: 'prices', path: `/prices?tokens=${token}` },
    { name: 'portfolio', path: `/portfolio/${wallet}` },
    { name: 'positions', path: `/portfolio/${wallet}/positions` },
    { name: "a portfolio's history", path: `/portfolio/${wallet}/history` },
    { name: "a wallet's activity", path: `/portfolio/${wallet}/activity` },
  ];
}
