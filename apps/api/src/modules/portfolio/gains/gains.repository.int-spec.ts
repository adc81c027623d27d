import type { Address } from '@slipway/domain';
import { IndexedDatabase } from '../../../../../../test/support/indexed-database.js';
import { insertAddresses } from '../../../../../../test/support/insert-addresses.js';
import { GainsRepository, type GainsPosition } from './gains.repository.js';
import { toDisposal } from './gains.service.js';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as Address;

/** Blocks of three years, the last moment of 2025 and the first of 2026 among them. */
const TIMES = [
  '2024-05-01T00:00:00Z',
  '2024-06-01T00:00:00Z',
  '2025-01-01T00:00:00Z',
  '2025-03-01T00:00:00Z',
  '2025-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00Z',
  ...Array.from({ length: 6 }, (_, i) => `2026-02-0${i + 1}T00:00:00Z`),
];

/** `wallet` holds `known` and `unknown` wei of the app after an event; cost and realised in USD. */
type Entry = readonly [
  app: number,
  block: number,
  log: number,
  known: number,
  unknown: number,
  cost: number,
  realized: number,
];

const ENTRIES: readonly Entry[] = [
  [1, 1, 10, 10, 0, 100, 0],
  [2, 1, 11, 6, 2, 60, 0],
  // A sale alone, in the first moment of a year.
  [1, 3, 10, 8, 0, 80, 10],
  // Two tokens in one transaction, whose events lie between each other; the first of one is a transfer. Then another transaction.
  [1, 4, 20, 5, 0, 50, 16],
  [2, 4, 21, 3, 1, 30, 4],
  [1, 4, 22, 5, 0, 50, 16],
  [2, 4, 23, 3, 1, 30, 4],
  [1, 4, 30, 4, 0, 40, 17],
  // The last moment of a year, and the first of the next.
  [1, 5, 10, 3, 0, 30, 15],
  [1, 6, 10, 2, 0, 20, 15],
  // What is left is of no known cost, then sold; the other one is given away.
  [2, 7, 10, 0, 1, 0, 4],
  [2, 8, 10, 0, 0, 0, 4],
  [1, 9, 10, 1, 0, 10, 15],
];

/** Sales, in whole platform tokens of 0.25 USD; the fee is one. */
const SALES: readonly (readonly [
  app: number,
  block: number,
  log: number,
  amount: number,
  gross: number,
  tx: number,
])[] = [
  [1, 3, 10, 2, 121, 1],
  [1, 4, 22, 3, 145, 2],
  [2, 4, 23, 4, 161, 2],
  [1, 4, 30, 1, 45, 3],
  [1, 5, 10, 1, 33, 4],
  [1, 6, 10, 1, 41, 5],
  [2, 8, 10, 1, 5, 6],
];

const TRANSFERS = [
  [1, 4, 20, 2],
  [2, 4, 21, 2],
  [2, 7, 10, 7],
  [1, 9, 10, 8],
] as const;

describe('GainsRepository', () => {
  let database: IndexedDatabase;
  let repository: GainsRepository;
  let apps: number[];
  let walletId: number;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new GainsRepository(database.prisma);
    const { admin } = database;
    await admin.query(insertAddresses('SELECT $1 AS address'), [WALLET]);
    const { rows: found } = await admin.query<{ token_id: number; id: number }>(
      'SELECT token_id, (SELECT id FROM addresses WHERE address = $1) AS id FROM apps ORDER BY block_number',
      [WALLET],
    );
    apps = [0, ...found.map(({ token_id: id }) => id)];
    walletId = found[0]!.id;
    await admin.query(
      'UPDATE block_times SET time = given.time FROM unnest($1::timestamptz[]) WITH ORDINALITY AS given (time, n) WHERE number = n',
      [TIMES],
    );
    for (const [app, ...rest] of ENTRIES)
      await admin.query('INSERT INTO ledger_entries VALUES ($1, $2, $3, $4, $5, $6, $7 * 1e44, $8 * 1e44)', [
        walletId,
        apps[app],
        ...rest,
      ]);
    await admin.query(
      `INSERT INTO positions (wallet_id, token_id, known_quantity, unknown_quantity, cost, realized)
      SELECT DISTINCT ON (token_id) wallet_id, token_id, known_quantity, unknown_quantity, cost, realized FROM ledger_entries
      ORDER BY token_id, block_number DESC, log_index DESC`,
    );
    for (const [app, block, log, amount, gross, tx] of SALES)
      await admin.query(
        `INSERT INTO trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, platform_amount, fee, token_amount, tx_hash)
        VALUES ($1, $2, $3, $4, false, false, $5 * 1e18, 1e18, $6, decode(lpad($7::text, 64, '0'), 'hex'))`,
        [block, log, apps[app], walletId, gross, amount, tx],
      );
    for (const [app, block, log, tx] of TRANSFERS)
      await admin.query(
        `INSERT INTO transfers (block_number, log_index, token_id, sender_id, recipient_id, amount, tx_hash)
        VALUES ($1, $2, $3, $4, $4, 1, decode(lpad($5::text, 64, '0'), 'hex'))`,
        [block, log, apps[app], walletId, tx],
      );
  });

  afterAll(() => database.close());

  async function list(year: number, after: GainsPosition | null = null, limit = 100) {
    return (await repository.readGains(WALLET, year, after, limit))!;
  }

  it('has each sale of a year with what it brought, cost and gained, and their sum', async () => {
    const { disposals, total, lookedUpTo } = await list(2025);
    const figures = disposals.map((row) => {
      const { symbol, blockNumber, amount, proceedsUsd, costUsd, gainUsd } = toDisposal(row);
      return [symbol, blockNumber, amount, proceedsUsd, costUsd, gainUsd];
    });
    expect(figures).toEqual([
      ['P1', 3, '2', 30, 20, 10],
      ['P1', 4, '3', 36, 30, 6],
      ['P2', 4, '4', 40, null, 4],
      ['P1', 4, '1', 11, 10, 1],
      ['P1', 5, '1', 8, 10, -2],
    ]);
    expect([total, lookedUpTo]).toEqual([`19${'0'.repeat(44)}`, null]);
    expect(disposals.map(({ txHash }) => Number(txHash))).toEqual([1, 2, 2, 3, 4]);
  });

  it('begins each year at midnight, UTC', async () => {
    const { disposals, total } = await list(2026);
    expect(disposals.map(toDisposal)).toMatchObject([
      { blockNumber: 6, timestamp: '2026-01-01T00:00:00.000Z', costUsd: 10, gainUsd: 0 },
      { blockNumber: 8, proceedsUsd: 1, costUsd: null, gainUsd: null },
    ]);
    expect(total).toBe('0');
    for (const year of [2_000, 2024, 2027, 9_999])
      expect(await list(year)).toMatchObject({ disposals: [], total: '0' });
  });

  it('sums over all years to what the positions say', async () => {
    const totals = await Promise.all(
      [2024, 2025, 2026].map(async (year) => BigInt((await list(year)).total)),
    );
    const { rows } = await database.admin.query<{ realized: string }>(
      'SELECT sum(realized)::text AS realized FROM positions WHERE wallet_id = $1',
      [walletId],
    );
    expect(totals.reduce((sum, one) => sum + one).toString()).toBe(rows[0]!.realized);
  });

  it('goes on after any sale, also between those of one transaction', async () => {
    const { disposals } = await list(2025);
    for (const [place, last] of disposals.entries())
      expect((await list(2025, last)).disposals).toEqual(disposals.slice(place + 1));
    expect((await list(2025, null, 2)).disposals).toEqual(disposals.slice(0, 2));
  });

  it('shows of a shared sale the share', async () => {
    await database.admin.query(
      'UPDATE trades SET is_shared = true WHERE block_number = 3 AND log_index = 10',
    );
    await database.admin.query('INSERT INTO trade_shares VALUES (3, 10, $1, 101e18, 1e18, 1)', [walletId]);
    const [first] = (await list(2025)).disposals;
    expect(toDisposal(first!)).toMatchObject({ amount: '1', proceedsUsd: 25, gainUsd: 10 });
  });

  it('looks at 2,000 events at a time, in whole blocks', async () => {
    await database.admin.query(
      `INSERT INTO ledger_entries SELECT $1, $2, 10 + n / 1500, 100 + n, 1, 0, 10e44, 15e44 FROM generate_series(0, 4000) n`,
      [walletId, apps[1]],
    );
    const first = await list(2026);
    expect([first.disposals.length, first.lookedUpTo]).toEqual([
      2,
      { block: 11, blockHash: null, logIndex: null },
    ]);
    const rest = await list(2026, first.lookedUpTo);
    expect([rest.disposals, rest.lookedUpTo]).toEqual([[], null]);
  });

  it('knows whether the block of a cursor was undone', async () => {
    await database.admin.query(
      `INSERT INTO blocks VALUES (4, '\\x07') ON CONFLICT (number) DO UPDATE SET hash = excluded.hash`,
    );
    const standsAt = async (blockHash: string | null, block = 4) =>
      (await list(2025, { block, blockHash, logIndex: 0 })).stands;
    expect([
      await standsAt('07'),
      await standsAt('08'),
      await standsAt(null, 13),
      (await list(2025)).stands,
    ]).toEqual([true, false, false, true]);
  });
});
