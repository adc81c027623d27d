import type pg from 'pg';
import { holderOrderOf, idOfAddress, lastBlockUpTo, type AtHead } from '@slipway/database';
import type { Address } from '@slipway/domain';
import {
  HoldersRepository,
  HOLDERS_PAGE,
  type HolderPage,
  type HolderPosition,
} from '../apps/api/src/modules/apps/holders/holders.repository.js';
import { marketActivitySql } from '../apps/api/src/modules/apps/market-activity/market-activity.repository.js';
import {
  PORTFOLIO_SUMS,
  POSITIONS_NOW,
  HISTORY_LOOK_UPS,
  PORTFOLIO_HISTORY,
} from '../apps/api/src/modules/portfolio/portfolio.repository.js';
import { WALLET_ACTIVITY } from '../apps/api/src/modules/portfolio/activity.repository.js';
import { WALLET_GAINS } from '../apps/api/src/modules/portfolio/gains/gains.repository.js';
import { LAUNCH_RECORD } from '../apps/api/src/modules/preflight/preflight.repository.js';
import { explainGeneric } from './support/explain-generic.js';
import { IndexedDatabase } from './support/indexed-database.js';
import { withoutIndexes } from './support/without-indexes.js';

const HOLDERS = 1_000_000;
/** Of another token, at made-up addresses that follow on each other: their first bytes are the same. */
const ALIKE = 50_000;
const APPS = 1_200;
/** Blocks in which the holders traded last, as many in each. */
const BLOCKS = 1_000;
/** So many holders have other balances than the million of the airdrop. */
const RICH = 50;

const FIRST_PAGE = { balance: null, holder: null };

/** Distinct traders of an app in the windows that end at the head: $1 token. A wallet has one row of each token. */
const TRADERS = `
  SELECT count(*)::int AS "7d", ${Object.entries({ '24h': 24, '6h': 6, '1h': 1, '5m': 1 / 12 })
    .map(
      ([name, hours]) =>
        `(count(*) FILTER (WHERE last_trade_block > ${blockBefore(hours)}))::int AS "${name}"`,
    )
    .join(', ')}
  FROM positions WHERE token_id = $1::int AND last_trade_block > ${blockBefore(168)}`;

/** What the ten richest hold of an app, and its creator: $1 token, $2 addresses that are left out, $3 creator. */
const CONCENTRATION = `
  SELECT (SELECT sum(balance)::text FROM (
      SELECT balance FROM balances WHERE token_id = $1::int AND holder_id <> ALL ($2::int[])
      ORDER BY balance DESC LIMIT 10
    ) top) AS top10,
    (SELECT balance::text FROM balances WHERE token_id = $1::int AND holder_id = $3::int) AS creator`;

function blockBefore(hours: number): string {
  return lastBlockUpTo(`(SELECT block_time FROM head) - interval '${hours * 3_600} seconds'`);
}

/** A market of an app that a million addresses hold, and a wallet that holds a thousand apps. */
const STATEMENTS = [
  `CREATE TEMP TABLE many AS SELECT i, (SELECT max(id) FROM addresses) + i AS id, substr(sha256(i::text::bytea), 1, 20) AS bytes
    FROM generate_series(1, ${HOLDERS}) i ORDER BY bytes`,
  // Those that a page may show: the others are never looked up.
  `INSERT INTO addresses SELECT id, bytes,
    '0x' || CASE WHEN i % 2 = 0 THEN upper(encode(bytes, 'hex')) ELSE encode(bytes, 'hex') END FROM many
    WHERE i <= ${RICH} OR bytes > '\\xf8'`,
  `INSERT INTO balances (token_id, holder_id, holder_order, balance)
    SELECT $1::int, id, ${holderOrderOf('bytes')}, CASE WHEN i <= ${RICH} THEN 10e18 + i ELSE 5e18 END FROM many`,
  `INSERT INTO addresses SELECT (SELECT max(id) FROM addresses) + i, decode(lpad(to_hex(i), 40, '0'), 'hex'), '0x' || lpad(to_hex(i), 40, '0')
    FROM generate_series(256, 255 + ${ALIKE}) i`,
  `INSERT INTO balances (token_id, holder_id, holder_order, balance)
    SELECT app.id, a.id, ${holderOrderOf('a.bytes')}, 5e18 FROM addresses a
      CROSS JOIN (SELECT token_id AS id FROM apps WHERE block_number = 2) app
    WHERE a.bytes < '\\x0001'::bytea AND a.bytes >= decode(lpad('100', 40, '0'), 'hex')`,
  `INSERT INTO positions (wallet_id, token_id, last_trade_block, known_quantity, unknown_quantity, cost, realized)
    SELECT id, $1::int, 1 + i % ${BLOCKS}, 5e18, 0, 1e44, 0 FROM many`,
  `INSERT INTO positions (wallet_id, token_id, known_quantity, unknown_quantity, cost, realized)
    SELECT (SELECT id FROM many WHERE i = 1), token_id, 1e18 * (token_id % 900 + 1), 0, 1e44, 0
    FROM apps WHERE token_id <> $1::int ORDER BY token_id LIMIT 1000`,
  `INSERT INTO ledger_entries (wallet_id, token_id, block_number, log_index, known_quantity, unknown_quantity, cost, realized)
    SELECT (SELECT id FROM many WHERE i = 1) + n % 2, $1::int, 1 + n % ${BLOCKS}, n, 5e18, 0, 1e44, 0 FROM generate_series(1, 200000) n`,
  `UPDATE app_stats SET holders = (SELECT count(*) FROM balances WHERE token_id = $1::int)
    WHERE token_id = $1::int`,
  `UPDATE block_times SET time = now() - interval '8 days' * (1 - number::float8 / ${BLOCKS}) WHERE number <= ${BLOCKS}`,
];

describe('a token that a million addresses hold, and a wallet with a thousand tokens', () => {
  let database: IndexedDatabase;
  let repository: HoldersRepository;
  let client: pg.Client;
  let token: Address;
  let wallet: Address;
  let tokenId: number;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', APPS);
    repository = new HoldersRepository(database.prisma);
    client = database.admin;
    token = database.tokens[0]!;
    tokenId = await idOf(token);
    await withoutIndexes(client, 'balances', () =>
      withoutIndexes(client, 'positions', async () => {
        for (const text of STATEMENTS) await client.query(text, text.includes('$1') ? [tokenId] : []);
      }),
    );
    wallet = (
      await client.query<{ address: Address }>(
        'SELECT address FROM addresses JOIN many USING (id) WHERE i = 1',
      )
    ).rows[0]!.address;
    await client.query('VACUUM ANALYZE');
  });

  afterAll(() => database.close());

  async function idOf(address: Address): Promise<number> {
    const { rows } = await client.query<{ id: number }>('SELECT id FROM addresses WHERE address = $1', [
      address,
    ]);
    return rows[0]!.id;
  }

  /** Lists three pages of an app's holders. @returns how many blocks the dearest looked at */
  async function listPages(app: Address): Promise<number> {
    const { rows: expected } = await client.query<{ holder: Address }>(
      'SELECT holder FROM balance_rows WHERE token = $1 ORDER BY balance DESC, lower(holder) DESC LIMIT 300',
      [app],
    );
    const listed: string[] = [];
    let most = 0;
    let below: HolderPosition | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { balance, holder }: HolderPosition | Record<'balance' | 'holder', null> = below ?? FIRST_PAGE;
      const { blocks } = await explainGeneric(client, HOLDERS_PAGE.text, [app, null, balance, holder, 101]);
      most = Math.max(most, blocks);
      const found: AtHead<HolderPage> | null = await repository.readHolders(app, below, 100);
      const { holders, asOf } = found!;
      listed.push(...holders.map(([address]) => address));
      const last = holders.at(-1)!;
      below = { indexRevision: asOf.indexRevision, holder: last[0], balance: last[1] };
    }
    expect(listed).toEqual(expected.map(({ holder }) => holder));
    return most;
  }

  it('lists holders of one balance by their address, a page at the cost of a page', async () => {
    expect(await listPages(token)).toBeLessThan(1_500);
  });

  it('lists holders whose addresses begin alike at no other cost', async () => {
    expect(await listPages(database.tokens[1]!)).toBeLessThan(2_500);
  });

  it('counts the traders of every window by a key alone', async () => {
    const { rows } = await client.query<Record<string, number>>(TRADERS, [tokenId]);
    const { rows: blocks } = await client.query<{ last: number }>(
      `SELECT ${blockBefore(168)} AS last UNION ALL SELECT ${blockBefore(24)}`,
    );
    const perBlock = HOLDERS / BLOCKS;
    expect(rows[0]).toMatchObject({
      '7d': (BLOCKS - blocks[0]!.last) * perBlock,
      '24h': (BLOCKS - blocks[1]!.last) * perBlock,
    });
    let plan = await explainGeneric(client, TRADERS, [tokenId]);
    // VACUUM passes over a page that another process of the server holds just then.
    while (plan.nodes.some((node) => (node['Heap Fetches'] ?? 0) > 0)) {
      await client.query('VACUUM positions');
      plan = await explainGeneric(client, TRADERS, [tokenId]);
    }
    expect(plan.nodes).toContainEqual(
      expect.objectContaining({
        'Node Type': 'Index Only Scan',
        'Index Name': 'positions_traders_idx',
        'Heap Fetches': 0,
      }),
    );
    expect(plan.blocks).toBeLessThan(4_000);
  });

  it('sums what the richest and the creator hold', async () => {
    const { rows: known } = await client.query<{ launchpad: number; creator: number }>(
      `SELECT (SELECT id FROM addresses WHERE address = launchpad) AS launchpad,
        (SELECT creator_id FROM apps WHERE token_id = ${idOfAddress('$1')}) AS creator FROM deployment`,
      [token],
    );
    const { launchpad, creator } = known[0]!;
    const { rows } = await client.query(CONCENTRATION, [tokenId, [launchpad], creator]);
    const top10 = Array.from({ length: 10 }, (_, i) => 10n ** 19n + BigInt(RICH - i)).reduce((a, b) => a + b);
    expect(rows[0]).toEqual({ top10: top10.toString(), creator: (10n ** 18n).toString() });
    expect(
      (await explainGeneric(client, CONCENTRATION, [tokenId, [launchpad], creator])).blocks,
    ).toBeLessThan(40);
  });

  it("ranks and sums a thousand positions, and lists a wallet's events, without reading others", async () => {
    const reads: readonly [text: string, values: (string | number | null)[], most: number][] = [
      [POSITIONS_NOW.text, [wallet, 26], 10_000],
      [PORTFOLIO_SUMS.text, [wallet], 10_000],
      [WALLET_ACTIVITY.text, [wallet, null, null, 26, null], 600],
      // It looks at 2,000 of 100,000 events, and sums a thousand positions.
      [WALLET_GAINS.text, [wallet, new Date().getUTCFullYear(), null, null, null, 101], 25_000],
    ];
    for (const [text, values, most] of reads) {
      expect((await explainGeneric(client, text, values)).blocks).toBeLessThan(most);
    }
  });

  it("finds a wallet's launches by its id where one creator has all apps", async () => {
    await client.query('UPDATE apps SET creator_id = (SELECT min(creator_id) FROM apps)');
    await client.query('ANALYZE apps');
    const launches = { types: ['launch'], token: null, wallet } as const;
    const reads: readonly [text: string, values: (string | number | null)[]][] = [
      [WALLET_ACTIVITY.text, [wallet, null, null, 26, null]],
      [PORTFOLIO_HISTORY.text, [wallet, null, 30, HISTORY_LOOK_UPS]],
      [LAUNCH_RECORD.text, [null, null, null, wallet]],
      ...(['older', 'newer'] as const).map(
        (direction): [text: string, values: (string | number | null)[]] => [
          marketActivitySql(launches, direction).text,
          [null, null, null, null, wallet, 26, 26],
        ],
      ),
    ];
    for (const [text, values] of reads) {
      const { nodes } = await explainGeneric(client, text, values);
      const indexes = nodes
        .map((node) => node['Index Name'] ?? '')
        .filter((name) => /^apps_(?!symbol).*block_number_log_index/.test(name));
      expect(indexes).toEqual(['apps_creator_id_block_number_log_index_idx']);
    }
  });
});
