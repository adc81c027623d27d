import type { Address } from '@slipway/domain';
import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { insertAddresses } from '../../../../../test/support/insert-addresses.js';
import { ActivityRepository } from './activity.repository.js';
import { PortfolioRepository } from './portfolio.repository.js';

describe('PortfolioRepository', () => {
  let database: IndexedDatabase;
  let repository: PortfolioRepository;
  let activity: ActivityRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new PortfolioRepository(database.prisma);
    activity = new ActivityRepository(database.prisma);
  });

  afterAll(() => database.close());

  const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as Address;

  beforeAll(async () => {
    const [first, second] = database.tokens;
    await database.admin.query(insertAddresses('SELECT $1 AS address'), [WALLET]);
    await database.admin.query(
      `INSERT INTO positions (wallet_id, token_id, known_quantity, unknown_quantity, cost, realized)
      SELECT wallet.id, app.id, 1e18 * place, 0, 5e44, 7e44
      FROM unnest($2::text[]) WITH ORDINALITY AS held (token, place) JOIN addresses app ON app.address = held.token
        JOIN addresses wallet ON wallet.address = $1`,
      [WALLET, [first, second]],
    );
    await database.admin.query(
      `INSERT INTO ledger_entries (wallet_id, token_id, block_number, log_index, known_quantity, unknown_quantity, cost, realized)
      SELECT wallet_id, token_id, block_number, log_index, known_quantity, 0, cost, realized
      FROM positions JOIN trades USING (token_id)`,
    );
  });

  it('ranks positions by value, as they are now and as they were at a block', async () => {
    const now = (await repository.rankPositions(WALLET, 5))!;
    expect(now.items.map(({ symbol, balance }) => [symbol, balance])).toEqual([
      ['P2', '2000000000000000000'],
      ['P1', '1000000000000000000'],
    ]);
    const then = await repository.rankPositionsAt(WALLET, { ...now.asOf, block: 12 }, 1, 5);
    expect(then?.items.map(({ symbol }) => symbol)).toEqual(['P1']);
    expect(then?.asOf.block).toBe(12n);
  });

  it('knows no block that the index has not reached', async () => {
    const block = { block: 13, time: new Date(), hash: '00'.repeat(32) };
    expect(await repository.rankPositionsAt(WALLET, block, 0, 5)).toBeNull();
  });

  it('sums positions, and over time', async () => {
    const sums = await repository.readSums(WALLET);
    expect(sums).toMatchObject({
      positions: 2,
      priced: 2,
      cost: `1${'0'.repeat(45)}`,
    });
    const { points } = (await repository.readHistory(WALLET, { seconds: 3_600, steps: 4 }))!;
    expect(points).toHaveLength(5);
    expect(points.at(-1)?.realized).toBe(sums?.realized);
  });

  it('lists events, newest first, from below one of them', async () => {
    const { items } = (await activity.list(WALLET, null, 5))!;
    expect(items.map(({ type, symbol }) => [type, symbol])).toEqual([
      ['buy', 'P2'],
      ['buy', 'P1'],
    ]);
    expect((await activity.list(WALLET, items[0]!, 5))?.items).toEqual(items.slice(1));
  });
});
