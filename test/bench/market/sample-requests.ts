import { APP_DETAIL, NAMED_APPS } from '../../../apps/api/src/modules/apps/app/app.repository.js';
import { activitySql } from '../../../apps/api/src/modules/apps/activity/activity.repository.js';
import { LAUNCH_REPORT } from '../../../apps/api/src/modules/apps/launch-report/launch-report.repository.js';
import { HOLDERS_PAGE } from '../../../apps/api/src/modules/apps/holders/holders.repository.js';
import {
  lookedAt,
  marketActivitySql,
} from '../../../apps/api/src/modules/apps/market-activity/market-activity.repository.js';
import {
  toSearchKeys,
  SEARCH_APPS,
  searchValues,
} from '../../../apps/api/src/modules/apps/search/search.repository.js';
import { type SparklineSpan, withSparklines } from '../../../apps/api/src/modules/apps/sparklines.sql.js';
import type { AppItems } from '../../../apps/api/src/modules/apps/app-rows.types.js';
import {
  type CandleInterval,
  candlesSql,
  INTERVALS,
} from '../../../apps/api/src/modules/market/candles/candles.repository.js';
import { CURVES } from '../../../apps/api/src/modules/market/curves/curves.repository.js';
import { leaderboardSql } from '../../../apps/api/src/modules/market/leaderboards/leaderboards.repository.js';
import { PRICES_OF } from '../../../apps/api/src/modules/market/prices/prices.repository.js';
import { highestApps, isHidden, type HeadRow, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { inventAddress } from './invent-address.js';

/** A request to the API, and the one statement that a bare server sends for it. */
export interface SampleRequest {
  readonly path: string;
  readonly statement: HeadStatement<never, object>;
  readonly values: readonly unknown[];
  /** Of candles: the length of the interval, whose gaps the bare server fills. */
  readonly seconds?: number;
}

/** The plain list, without the frozen ranking that the API keeps for later pages. */
const TOP_APPS: HeadStatement<[limit: number], AppItems> = {
  name: 'bare-top-apps',
  text: `SELECT h.*, to_json(m) AS context, (
      SELECT json_agg(a) FROM (
        ${highestApps({ columns: 's.token_id', rank: 's.trending', where: `NOT ${isHidden('s.token_id')}`, limit: '$1::int' })}
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

const search = (q: string): SampleRequest =>
  sample(`/apps/search?q=${encodeURIComponent(q)}`, SEARCH_APPS, ...searchValues(toSearchKeys(q), 20));

const candles = (token: Address, interval: CandleInterval, limit: number): SampleRequest => {
  const { seconds, kept } = INTERVALS[interval];
  const page = [token, seconds, null, null, limit, true, 12] as const;
  const path = `/candles/${token}?interval=${interval}&limit=${limit}`;
  return { ...sample(path, candlesSql('usd', 'backward', kept), ...page), seconds };
};

const EVENTS = { types: ['buy', 'graduation', 'launch', 'sell'], token: null, wallet: null } as const;
const events = (limit: number): SampleRequest => {
  const nowhere = [null, null, null, null, null] as const;
  const statement = marketActivitySql(EVENTS, 'older');
  return sample(`/activity?limit=${limit}`, statement, ...nowhere, lookedAt(EVENTS, limit + 1), limit + 1);
};

/** Requests of each operation, all different, so that nothing is asked twice: the busiest apps first. */
export function sampleRequests(): Record<string, SampleRequest[]> {
  const each = (make: (i: number, token: Address) => SampleRequest): SampleRequest[] =>
    Array.from({ length: VARIANTS }, (_, i) => make(i, inventAddress(`app ${i}`)));
  const board = (name: 'apps' | 'traders' | 'creators'): SampleRequest[] =>
    each((i) => sample(`/leaderboards/${name}?limit=${i + 1}`, leaderboardSql(name, 'volume', '7d'), i + 1));
  // The longest lists: up to a hundred apps.
  const listed = (span: SparklineSpan): SampleRequest[] =>
    each((i) => sample(`/apps?limit=${i + 41}&sparkline=${span}`, withSparklines(TOP_APPS, span), i + 41));
  return {
    '/apps': each((i) => sample(`/apps?limit=${i + 1}`, TOP_APPS, i + 1)),
    '/apps?sparkline=24h': listed('24h'),
    '/apps?sparkline=7d': listed('7d'),
    '/apps?tokens=': each((i) => {
      const tokens = Array.from({ length: 100 }, (_, j) => inventAddress(`app ${i * 10 + j}`));
      return sample(`/apps?tokens=${tokens.join()}`, NAMED_APPS, tokens);
    }),
    '/apps/{tokenAddress}': each((_, token) => sample(`/apps/${token}`, APP_DETAIL, token)),
    '/apps/{tokenAddress}/launch-report': each((_, token) =>
      sample(`/apps/${token}/launch-report`, LAUNCH_REPORT, token),
    ),
    '/activity': each((i) => events(i + 1)),
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
    '/candles/{tokenAddress}': each((_, token) => candles(token, '1h', 300)),
    '/candles?interval=15m&limit=1000': each((_, token) => candles(token, '15m', 1_000)),
    '/candles?interval=1w&limit=1000': each((_, token) => candles(token, '1w', 1_000)),
    '/curves/{tokenAddress}': each((_, token) => sample(`/curves/${token}`, CURVES, [token])),
    '/curves/{tokenAddress}/quote': each((i, token) =>
      sample(`/curves/${token}/quote?side=buy&amount=${i + 1}000000000000000000`, CURVES, [token]),
    ),
    '/leaderboards/apps': board('apps'),
    '/leaderboards/traders': board('traders'),
    '/leaderboards/creators': board('creators'),
  };
}
