import { APP_PAGE, APP_FACTS, APP_TABLES, CONTEXT } from '../../../apps/api/src/modules/apps/apps.sql.js';
import { activitySql } from '../../../apps/api/src/modules/apps/activity.sql.js';
import { HOLDERS_PAGE } from '../../../apps/api/src/modules/apps/holders.sql.js';
import { SEARCH_APPS } from '../../../apps/api/src/modules/apps/search.sql.js';
import { candlesSql } from '../../../apps/api/src/modules/market/candles.sql.js';
import { CURVE } from '../../../apps/api/src/modules/market/curves.sql.js';
import { leaderboardSql } from '../../../apps/api/src/modules/market/leaderboards.sql.js';
import { PRICES_OF } from '../../../apps/api/src/modules/market/market.sql.js';
import { HEAD_COLUMNS, HEAD_TABLES } from '#database';
import { foldName, foldSymbol, nameKeys, nameNeighbours, toNameSkeleton } from '#names';
import { inventAddress } from './invent-address.js';

/** A request to the API, and the one statement that a bare server answers it with. */
export interface SampleRequest {
  readonly path: string;
  readonly statement: { readonly name?: string; readonly text: string };
  readonly values: readonly unknown[];
}

/** The plain list, without the frozen ranking that the API keeps for later pages. */
const TOP_APPS = {
  name: 'bare-top-apps',
  text: `SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context, (
      SELECT json_agg(top.facts) FROM (
        SELECT json_build_object(${APP_FACTS}) AS facts FROM ${APP_TABLES}
        WHERE x.token IS NULL ORDER BY a.trending DESC LIMIT $1::int
      ) top) AS items
    FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
};

const VARIANTS = 60;

/** Requests of each operation, all different, so that nothing is answered twice: the busiest apps first. */
export function sampleRequests(): Record<string, SampleRequest[]> {
  const each = (make: (i: number, token: string) => SampleRequest): SampleRequest[] =>
    Array.from({ length: VARIANTS }, (_, i) => make(i, inventAddress(`app ${i}`)));
  return {
    '/apps': each((i) => ({ path: `/apps?limit=${i + 1}`, statement: TOP_APPS, values: [i + 1] })),
    '/apps/{tokenAddress}': each((_, token) => ({
      path: `/apps/${token}`,
      statement: APP_PAGE,
      values: [token],
    })),
    '/apps/search': each((i) => {
      const q = `Pocket Atlas ${i}`;
      const values = [
        null,
        foldSymbol(q),
        foldName(q),
        nameKeys(q),
        nameNeighbours(q),
        20,
        toNameSkeleton(q),
      ];
      return { path: `/apps/search?q=${encodeURIComponent(q)}`, statement: SEARCH_APPS, values };
    }),
    '/apps/{tokenAddress}/holders': each((_, token) => ({
      path: `/apps/${token}/holders`,
      statement: HOLDERS_PAGE,
      values: [token, null, null, null, 21],
    })),
    '/apps/{tokenAddress}/activity': each((_, token) => ({
      path: `/apps/${token}/activity`,
      statement: activitySql(null),
      values: [token, null, null, null, 21],
    })),
    '/prices': each((i) => {
      const tokens = Array.from({ length: 10 }, (_, j) => inventAddress(`app ${i * 10 + j}`));
      return { path: `/prices?tokens=${tokens.join()}`, statement: PRICES_OF, values: [tokens] };
    }),
    '/candles/{tokenAddress}': each((_, token) => ({
      path: `/candles/${token}?interval=1h`,
      statement: candlesSql('usd', 'backward'),
      values: [token, 3_600, null, null, 300, true],
    })),
    '/curves/{tokenAddress}': each((_, token) => ({
      path: `/curves/${token}`,
      statement: CURVE,
      values: [token],
    })),
    '/curves/{tokenAddress}/quote': each((i, token) => ({
      path: `/curves/${token}/quote?side=buy&amount=${i + 1}000000000000000000`,
      statement: CURVE,
      values: [token],
    })),
    '/leaderboards/apps': each((i) => ({
      path: `/leaderboards/apps?limit=${i + 1}`,
      statement: leaderboardSql('apps', 'volume', '7d'),
      values: [i + 1],
    })),
    '/leaderboards/traders': each((i) => ({
      path: `/leaderboards/traders?limit=${i + 1}`,
      statement: leaderboardSql('traders', 'volume', '7d'),
      values: [i + 1],
    })),
    '/leaderboards/creators': each((i) => ({
      path: `/leaderboards/creators?limit=${i + 1}`,
      statement: leaderboardSql('creators', 'volume', '7d'),
      values: [i + 1],
    })),
  };
}
