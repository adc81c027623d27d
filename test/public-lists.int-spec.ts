import type pg from 'pg';
import type { BlockHeader, ChainEvent } from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { addressOfId } from '@slipway/database';
import { createPool } from '../libs/database/src/pool.js';
import { ONE_TOKEN, type Address } from '@slipway/domain';
import { activitySql, ACTIVITY_TYPES } from '../apps/api/src/modules/apps/activity/activity.repository.js';
import {
  filterValues,
  newestAppsSql,
  rankAppsSql,
  rankAppHistorySql,
  APP_SORTS,
  type AppFilter,
  type RankedSort,
} from '../apps/api/src/modules/apps/list/list.repository.js';
import { APP_STAGES } from '../apps/api/src/modules/apps/app-rows.types.js';
import {
  lookedAt,
  marketActivitySql,
} from '../apps/api/src/modules/apps/market-activity/market-activity.repository.js';
import { HOLDERS_PAGE } from '../apps/api/src/modules/apps/holders/holders.repository.js';
import {
  toSearchKeys,
  SEARCH_APPS,
  searchValues,
} from '../apps/api/src/modules/apps/search/search.repository.js';
import {
  BOARD_NAMES,
  BOARD_WINDOWS,
  BOARDS,
  leaderboardSql,
} from '../apps/api/src/modules/market/leaderboards/leaderboards.repository.js';
import { TOP_PRICES } from '../apps/api/src/modules/market/prices/prices.repository.js';
import { addressesOf } from '../apps/indexer/src/fold/addresses-of.js';
import { foldBatch } from '../apps/indexer/src/fold/fold-batch.js';
import { rollBack } from '../apps/indexer/src/rollback/roll-back.js';
import { AddressIds } from '../apps/indexer/src/tables/address-ids.js';
import { readState } from '../apps/indexer/src/tables/index-state.js';
import { writeBatch } from '../apps/indexer/src/tables/write-batch.js';
import { Session } from '../apps/indexer/src/postgres/session.js';
import { insertManyApps } from './support/many-apps.js';
import { openClient } from './support/pg-client.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';
import { sumApps } from './support/sum-apps.js';
import { trials } from './support/trials.js';
import { withoutIndexes } from './support/without-indexes.js';

/** What reads all apps shows as well with fewer of them, in a fraction of the time. */
const APPS = trials(40_000, 300_000);
const LIMIT = 100;

/** Rows of tables and indexes that a page may cost, however many apps there are. */
const MOST_ROWS = 7_000;
/** A search looks at thousands of apps that have a word, and at what each of them ranks by. */
const MOST_ROWS_OF_SEARCH = 60_000;

const DEPLOYMENT: Deployment = {
  chainId: 31_337,
  launchpad: '0x01' as Address,
  platformToken: '0x02' as Address,
  priceFeeds: ['0x03' as Address],
  feeds: [{ address: '0x03' as Address, decimals: 8, isProxy: false }],
  platformSymbol: 'SLIP',
  initialVirtualPlatform: 30_000n * ONE_TOKEN,
  initialVirtualToken: 1_125_000_000n * ONE_TOKEN,
  initialRealToken: 1_000_000_000n * ONE_TOKEN,
  graduationThreshold: 60_000n * ONE_TOKEN,
  totalSupply: 1_000_000_000n * ONE_TOKEN,
  feePpm: 10_000,
  protocol: slipway,
};

function boughtAt({ number, hash }: BlockHeader, token: Address): ChainEvent {
  return {
    name: 'Bought',
    contract: DEPLOYMENT.launchpad,
    blockNumber: number,
    blockHash: hash,
    logIndex: 0,
    txHash: hash,
    token,
    trader: `0x${'77'.repeat(20)}` as Address,
    platformAmount: ONE_TOKEN,
    fee: 0n,
    tokenAmount: ONE_TOKEN,
    virtualPlatform: 30_001n * ONE_TOKEN,
    virtualToken: 1_124_999_999n * ONE_TOKEN,
    realPlatform: null,
  };
}

interface Statement {
  readonly text: string;
}

type Asked = readonly [label: string, Statement, ...values: unknown[]];

/** What apps rank by halfway down an order; of trending and volume all apps have the same. */
const HALFWAY: Record<RankedSort, string> = {
  trending: '0',
  market_cap: '0.00006',
  volume: '0',
  holders: '20',
  price_change: '2.25',
  curve_progress: '45000000000000000000000',
  last_trade: String(APPS / 2),
};

/** The first page of each order of apps, and one that begins halfway down it. */
function pagesOf(filter: AppFilter, revision: string): Asked[] {
  const own = filterValues(filter);
  const of = `${filter.stage ?? 'all'} by`;
  return APP_SORTS.flatMap((sort): Asked[] =>
    sort === 'newest'
      ? [
          [`${of} newest`, newestAppsSql(filter), null, null, LIMIT, ...own],
          [`${of} newest, later`, newestAppsSql(filter), APPS / 2, 0, LIMIT, ...own],
        ]
      : [
          [`${of} ${sort}`, rankAppsSql(sort, filter), LIMIT, ...own],
          [
            `${of} ${sort}, later`,
            rankAppHistorySql(sort, filter),
            ...[LIMIT, revision, HALFWAY[sort], APPS / 2, 0, ...own],
          ],
        ],
  );
}

/** The first page of each pair of types of the market's activity: of sales there are none. */
const ACTIVITY_PAGES = ACTIVITY_TYPES.flatMap((one) =>
  ACTIVITY_TYPES.map((other) => [...new Set([one, other])].sort()),
).map((types): Asked => {
  const filter = { types, token: null, wallet: null };
  const looked = lookedAt(filter, LIMIT);
  return [
    `activity of ${types.join()}`,
    marketActivitySql(filter, 'older'),
    null,
    null,
    null,
    null,
    null,
    looked,
    LIMIT,
  ];
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that a plan read in vain. */
const removedIn = ({ Plans = [], ...node }: PlanNode): number =>
  ((node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
    (node['Actual Loops'] ?? 1) +
  Plans.reduce((sum, plan) => sum + removedIn(plan), 0);

/** Rows that a plan read of tables and their indexes, those in vain too. */
const readBy = (plan: PlanNode): number => scannedIn(plan) + removedIn(plan);

const scannedIn = ({ Plans = [], ...node }: PlanNode): number =>
  (Plans.length === 0 ? (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0) : 0) +
  Plans.reduce((sum, plan) => sum + scannedIn(plan), 0);

/** Rows of a table that a plan read. */
const readIn = (table: string, { Plans = [], ...node }: PlanNode): number =>
  (node['Relation Name'] === table ? (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0) : 0) +
  Plans.reduce((sum, plan) => sum + readIn(table, plan), 0);

describe('public lists of many apps', () => {
  let database: TestDatabase;
  let indexer: pg.Client;
  let api: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    indexer = await openClient(database.url);
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    await indexer.query(`SET work_mem = '256MB'`);
    await withoutIndexes(indexer, 'app_stats', async () => {
      await insertManyApps(indexer, APPS, at);
      await sumApps(indexer, at);
    });
    await indexer.query('VACUUM ANALYZE');
    api = createPool(
      {
        ...{ url: database.url, role: 'slipway_api', size: 1 },
        ...{ statementTimeoutMs: 300_000, poolTimeoutMs: 300_000 },
      },
      (error) => {
        throw error;
      },
    );
    // A table of so few apps is quickly read whole, and one of a million is not.
    await api.query('SET enable_seqscan = off');
  });

  afterAll(async () => {
    await api.end();
    await indexer.end();
    await database.drop();
  });

  async function expectFew(title: string, lists: readonly Asked[], mostRows = MOST_ROWS): Promise<void> {
    const read: Record<string, number> = {};
    for (const [label, { text }, ...values] of lists) read[label] = readBy(await planOf(text, values));
    const most = Object.entries(read).reduce((max, one) => (one[1] > max[1] ? one : max));
    process.stdout.write(`${title}, ${APPS} apps: at most ${most[1]} rows, ${most[0]}\n`);
    expect(Object.entries(read).filter(([, rows]) => rows > mostRows)).toEqual([]);
  }

  async function planOf(text: string, values: readonly unknown[]): Promise<PlanNode> {
    const { rows } = await api.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...values],
    );
    return rows[0]!['QUERY PLAN'][0].Plan;
  }

  const boards = BOARD_NAMES.flatMap((board) =>
    BOARDS[board].flatMap((metric) =>
      BOARD_WINDOWS.map((window): Asked => [
        `${board} ${metric} ${window}`,
        leaderboardSql(board, metric, window),
        LIMIT,
      ]),
    ),
  );

  it('boards read what they show', () => expectFew('boards', boards));

  it('pages of apps read what they show, of all, of a creator of many and of a creator of none', async () => {
    const { rows } = await indexer.query<{ creator: Address; revision: string }>(
      `SELECT ${addressOfId('apps.creator_id')} AS creator, (SELECT revision FROM head) AS revision
      FROM apps GROUP BY apps.creator_id ORDER BY count(*) DESC LIMIT 1`,
    );
    const { creator: busy, revision } = rows[0]!;
    const nobody = '0x05' as Address;
    for (const creator of [null, busy, nobody]) {
      const pages = [null, ...APP_STAGES].flatMap((stage) => pagesOf({ stage, creator }, revision));
      // Who has no apps has one page of them.
      const asked = creator === nobody ? pages.filter(([label]) => !label.endsWith('later')) : pages;
      await expectFew(`apps of ${creator ?? 'all'}`, asked);
    }
  });

  it('a page of a stage passes over no app of the other', async () => {
    const removed: Record<string, number> = {};
    for (const stage of APP_STAGES)
      for (const [label, { text }, ...values] of pagesOf({ stage, creator: null }, '0'))
        removed[label] = removedIn(await planOf(text, values));
    // Of the newest apps a few have graduated.
    expect(Object.entries(removed).filter(([, rows]) => rows > 10)).toEqual([]);
  });

  it('a page of activity reads of each table what it shows, or looks at', async () => {
    const read: Record<string, number> = {};
    for (const [label, { text }, ...values] of ACTIVITY_PAGES) {
      const plan = await planOf(text, values);
      read[`${label}: curves`] = readIn('curves', plan);
      read[`${label}: trades`] = readIn('trades', plan) / 10;
    }
    expect(Object.entries(read).filter(([, rows]) => rows > 3 * LIMIT)).toEqual([]);
  });

  it('pages with a least figure read what they show, also where few or none have it', async () => {
    const { rows } = await indexer.query<{ revision: string }>('SELECT revision FROM head');
    const { revision } = rows[0]!;
    const ranges = [
      { holders: '41' },
      { holders: '1000' },
      { marketCapUsd: '100000000' },
      { volume24hUsd: '200' },
    ];
    for (const least of [...ranges, { holders: '10', marketCapUsd: '1', volume24hUsd: '1' }]) {
      const pages = [null, ...APP_STAGES].flatMap((stage) =>
        pagesOf({ stage, creator: null, least }, revision),
      );
      await expectFew(`apps with at least ${JSON.stringify(least)}`, pages);
    }
  });

  it('a rollback costs what it undoes, lists after it what they show', async () => {
    const session = new Session(indexer);
    const { rows } = await indexer.query<{ revision: string; token: Address; at: Date }>(
      'SELECT revision, block_time AS at, (SELECT token FROM app_rows LIMIT 1) AS token FROM head',
    );
    const { revision, token, at } = rows[0]!;
    const timestamp = at.getTime() / 1_000;
    const hash = `0x${'ab'.repeat(32)}` as const;
    const below = { number: APPS, hash, timestamp };
    await indexer.query(
      `UPDATE head SET block_hash = decode('${'ab'.repeat(32)}', 'hex');
      INSERT INTO blocks SELECT block_number, block_hash FROM head`,
    );
    const block = {
      number: APPS + 1,
      hash: `0x${'cd'.repeat(32)}`,
      parentHash: hash,
      timestamp: timestamp + 1,
      logsBloom: '0x',
    } as const;
    const state = await readState(session, DEPLOYMENT);
    const folded = await foldBatch(
      { from: block, to: block, events: [boughtAt(block, token)], headers: new Map([[block.number, block]]) },
      state,
    );
    await indexer.query('BEGIN');
    const chain = {
      newest: block.number,
      firstUnfinal: block.number - 64,
      finalBefore: 0,
      levelAt: new Date(),
    };
    const addresses = await new AddressIds().resolve(session, addressesOf(folded.rows));
    await writeBatch(session, folded, chain, addresses);
    await indexer.query('COMMIT');
    // Its transactions' counts would stand in this one's.
    await indexer.query('SELECT pg_stat_force_next_flush()');
    await indexer.query('BEGIN');
    await rollBack(session, below, DEPLOYMENT);
    const { rows: touched } = await indexer.query<{ rows: string }>(
      'SELECT sum(seq_tup_read + idx_tup_fetch + n_tup_ins + n_tup_upd + n_tup_del) AS rows FROM pg_stat_xact_user_tables',
    );
    await indexer.query('COMMIT');
    process.stdout.write(`a rollback of one block, ${APPS} apps: ${touched[0]!.rows} rows\n`);
    expect(Number(touched[0]!.rows)).toBeLessThan(MOST_ROWS);
    await expectFew('boards after a rollback', boards);
    await expectFew(
      'later pages of a list that began before a rollback',
      pagesOf({ stage: null, creator: null }, revision),
    );
  });

  it('prices, search, holders and activity read what they show', async () => {
    const { rows } = await indexer.query<{ token: string }>('SELECT token FROM app_rows LIMIT 1');
    const { token } = rows[0]!;
    const searches: readonly Asked[] = [
      ['search', SEARCH_APPS, ...searchValues(toSearchKeys('pocket'), LIMIT)],
      ['search for a letter', SEARCH_APPS, ...searchValues(toSearchKeys('p'), LIMIT)],
      ['search for the start of many words', SEARCH_APPS, ...searchValues(toSearchKeys('2'), LIMIT)],
      [
        'search for the start of words of which few are busy',
        SEARCH_APPS,
        ...searchValues(toSearchKeys('23'), LIMIT),
      ],
      [
        'search for a long misspelt text',
        SEARCH_APPS,
        ...searchValues(toSearchKeys('pockwt 123456 atlass'), LIMIT),
      ],
      [
        'search for the start of an address',
        SEARCH_APPS,
        ...searchValues(toSearchKeys(token.slice(0, 8)), LIMIT),
      ],
    ];
    await expectFew('searches', searches, MOST_ROWS_OF_SEARCH);
    await expectFew('other lists', [
      ['prices', TOP_PRICES, LIMIT],
      ['holders', HOLDERS_PAGE, token, null, null, null, LIMIT],
      ['activity', activitySql(null), token, null, null, null, LIMIT],
      ...ACTIVITY_PAGES,
    ]);
  });
});
