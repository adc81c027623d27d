import { APP_PAGE } from '../../../apps/api/src/modules/apps/apps.sql.js';
import { activitySql } from '../../../apps/api/src/modules/apps/activity.sql.js';
import { HOLDERS_PAGE } from '../../../apps/api/src/modules/apps/holders.sql.js';
import { SEARCH_APPS } from '../../../apps/api/src/modules/apps/search.sql.js';
import { candlesSql } from '../../../apps/api/src/modules/market/candles.sql.js';
import { CURVE } from '../../../apps/api/src/modules/market/curves.sql.js';
import { leaderboardSql } from '../../../apps/api/src/modules/market/leaderboards.sql.js';
import { PRICES_OF } from '../../../apps/api/src/modules/market/market.sql.js';
import { isHidden, type HeadRow, type HeadStatement } from '@slipway/database';
import { foldName, foldSymbol, nameKeys, nameNeighbours, toNameSkeleton } from '@slipway/name-matching';
import { HOURS, type Address } from '@slipway/domain';
import { inventAddress } from './invent-address.js';

/** A request to the API, and the one statement that a bare server sends for it. */
export interface SampleRequest {
  readonly path: string;
  readonly statement: HeadStatement<never, object>;
  readonly values: readonly unknown[];
}

/** The plain list, without the frozen ranking that the API keeps for later pages. */
const TOP_APPS: HeadStatement<[limit: number], object> = {
  name: 'bare-top-apps',
  text: `SELECT h.*, to_json(m) AS context, (
      SELECT json_agg(a) FROM (
        SELECT token_id FROM app_stats s WHERE NOT ${isHidden('s.token_id')}
        ORDER BY trending DESC LIMIT $1::int
      ) top JOIN app_rows a ON a.token_id = top.token_id) AS items
    FROM indexed_head h CROSS JOIN market_context m`,
};

const VARIANTS = 60;

function sample<Values extends readonly unknown[], Row extends HeadRow>(
  path: string,
  statement: HeadStatement<Values, Row>,
  ...values: Values
): SampleRequest {
  return { path, statement, values };
}

const search = (q: string): SampleRequest => {
  const keys = [null, foldSymbol(q), foldName(q), nameKeys(q), nameNeighbours(q)] as const;
  return sample(`/apps/search?q=${encodeURIComponent(q)}`, SEARCH_APPS, ...keys, 20, toNameSkeleton(q));
};

/** Requests of each operation, all different, so that nothing is asked twice: the busiest apps first. */
export function sampleRequests(): Record<string, SampleRequest[]> {
  const each = (make: (i: number, token: Address) => SampleRequest): SampleRequest[] =>
    Array.from({ length: VARIANTS }, (_, i) => make(i, inventAddress(`app ${i}`)));
  const board = (name: 'apps' | 'traders' | 'creators'): SampleRequest[] =>
    each((i) => sample(`/leaderboards/${name}?limit=${i + 1}`, leaderboardSql(name, 'volume', '7d'), i + 1));
  return {
    '/apps': each((i) => sample(`/apps?limit=${i + 1}`, TOP_APPS, i + 1)),
    '/apps/{tokenAddress}': each((_, token) => sample(`/apps/${token}`, APP_PAGE, token)),
    '/apps/search': each((i) => search(`Pocket Atlas ${i}`)),
    '/apps/{tokenAddress}/holders': each((_, token) =>
      sample(`/apps/${token}/holders`, HOLDERS_PAGE, token, null, null, null, 21),
    ),
    '/apps/{tokenAddress}/activity': each((_, token) =>
      sample(`/apps/${token}/activity`, activitySql(null), token, null, null, null, 21),
    ),
    '/prices': each((i) => {
      const tokens = Array.from({ length: 10 }, (_, j) => inventAddress(`app ${i * 10 + j}`));
      return sample(`/prices?tokens=${tokens.join()}`, PRICES_OF, tokens);
    }),
    '/candles/{tokenAddress}': each((_, token) => {
      const page = [token, 3_600, null, null, 300, true, 12] as const;
      return sample(`/candles/${token}?interval=1h`, candlesSql('usd', 'backward', HOURS), ...page);
    }),
    '/curves/{tokenAddress}': each((_, token) => sample(`/curves/${token}`, CURVE, token)),
    '/curves/{tokenAddress}/quote': each((i, token) =>
      sample(`/curves/${token}/quote?side=buy&amount=${i + 1}000000000000000000`, CURVE, token),
    ),
    '/leaderboards/apps': board('apps'),
    '/leaderboards/traders': board('traders'),
    '/leaderboards/creators': board('creators'),
  };
}
