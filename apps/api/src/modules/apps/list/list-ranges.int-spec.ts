import { IndexedDatabase } from '../../../../../../test/support/indexed-database.js';
import {
  type AppFilter,
  AppListRepository,
  MOST_LOOKED_AT,
  type RankedPosition,
  type RankedSort,
} from './list.repository.js';

const APPS = 2_500;

const LIMIT = 20;

describe('lists of apps with a least figure', () => {
  let database: IndexedDatabase;
  let repository: AppListRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', APPS);
    repository = new AppListRepository(database.prisma);
    await database.admin.query('VACUUM ANALYZE');
  });

  afterAll(() => database.close());

  /** A page, and where the next one begins. */
  async function read(
    sort: RankedSort,
    filter: AppFilter,
    below: RankedPosition | null,
  ): Promise<{ blocks: number[]; next: RankedPosition | null }> {
    const found =
      below === null
        ? await repository.rank(sort, filter, LIMIT + 1)
        : await repository.rankBelow(sort, filter, below, LIMIT + 1);
    const { items, lookedUpTo, asOf } = found!;
    const shown = items.slice(0, LIMIT);
    const last = items.length > LIMIT ? shown.at(-1) : undefined;
    const next =
      last === undefined
        ? (lookedUpTo ?? null)
        : { rank: last.rank, block: last.launchBlock, logIndex: last.launchLogIndex };
    const { indexRevision } = asOf;
    return { blocks: shown.map((app) => app.launchBlock), next: next && { ...next, indexRevision } };
  }

  /** All pages of a ranking: the launch blocks of its apps, and how many pages there were. */
  async function paginate(
    sort: RankedSort,
    filter: AppFilter,
    between: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<{ blocks: number[]; pages: number }> {
    const blocks: number[] = [];
    let page = await read(sort, filter, null);
    for (let pages = 1; ; pages += 1) {
      blocks.push(...page.blocks);
      if (page.next === null) return { blocks, pages };
      await between();
      page = await read(sort, filter, page.next);
    }
  }

  const rich = { stage: null, creator: null, least: { holders: '41' } };
  /** Apps have 2 to 41 holders in turn. */
  const RICH = Array.from({ length: APPS }, (_, i) => i + 1).filter((i) => i % 40 === 39);

  it('looks at a thousand apps a page, and goes on below the last of them', async () => {
    const { blocks, pages } = await paginate('last_trade', rich);
    expect(blocks).toEqual(RICH.toReversed());
    // Of a thousand, 25 fit: each page is full, or ends where it stopped looking.
    expect(pages).toBeGreaterThan(APPS / MOST_LOOKED_AT);
    const none = await paginate('last_trade', { ...rich, least: { holders: '42' } });
    expect(none).toEqual({ blocks: [], pages: 3 });
  });

  it('looks no further than the least in an order by the same figure', async () => {
    const { blocks, pages } = await paginate('holders', rich);
    expect(blocks).toEqual(RICH.toReversed());
    expect(pages).toBe(Math.ceil(RICH.length / LIMIT));
  });

  it('lists the newest, and sets market caps in the price of now', async () => {
    const [highest] = (await repository.rank('market_cap', rich, 1))!.items;
    const newest = (await repository.listNewest(rich, null, 3))!;
    expect(newest.items.map(({ launchBlock }) => launchBlock)).toEqual(RICH.toReversed().slice(0, 3));
    expect(newest.lookedUpTo).toEqual({ block: APPS - MOST_LOOKED_AT + 1, logIndex: 0 });
    const { platformReserve, tokenReserve } = highest!;
    const units = (BigInt(platformReserve) * 25_000_000n * 10n ** 27n) / BigInt(tokenReserve);
    const usd = (more: bigint): string => String((units + more) / 10n ** 26n);
    const over = (marketCapUsd: string): AppFilter => ({ ...rich, least: { holders: '41', marketCapUsd } });
    const most = await paginate('market_cap', over(usd(0n)));
    expect(most.blocks).toContain(highest!.launchBlock);
    expect((await paginate('market_cap', over(usd(10n ** 26n)))).blocks).toEqual([]);
    await database.admin.query('UPDATE oracle_prices SET price = 0');
    expect((await paginate('market_cap', over('0'))).blocks).toEqual([]);
    await database.admin.query('UPDATE oracle_prices SET price = 25000000');
  });

  it('goes on among apps as they were when it began', async () => {
    let moved = 0;
    const { blocks } = await paginate('last_trade', rich, async () => {
      moved += 1;
      // An app above loses its holders, one below is traded.
      await database.admin.query(
        `WITH left_behind AS (
          INSERT INTO app_history (token_id, revision, undone, name, symbol, creator_id, launched_at, block_number, log_index,
            real_platform_reserve, platform_reserve, token_reserve, volume_usd_24h, unpriced_24h, trades_24h, trending, holders,
            last_trade_block, is_graduated)
          SELECT token_id, h.revision, false, a.name, symbol, a.creator_id, launched_at, a.block_number, log_index,
            real_platform_reserve, platform_reserve, token_reserve, volume_usd_24h, unpriced_24h, trades_24h, trending, holders,
            last_trade_block, is_graduated
          FROM head h CROSS JOIN apps a JOIN app_stats USING (token_id) JOIN curves USING (token_id)
          WHERE a.block_number IN ($1, $2) AND h.revision = (SELECT min(revision) FROM head)
          ON CONFLICT DO NOTHING
        ), ended AS (
          INSERT INTO head_history SELECT revision, block_number, block_hash, block_time, now(), 25000000, 25000000 FROM head
        ), next AS (UPDATE head SET revision = revision + 1)
        UPDATE app_stats SET holders = CASE launch_block WHEN $1 THEN 1 ELSE holders END,
          last_trade_block = CASE launch_block WHEN $2 THEN 1000000 ELSE last_trade_block END
        WHERE launch_block IN ($1, $2)`,
        [RICH.at(-1 - moved), RICH[moved]],
      );
    });
    expect(blocks).toEqual(RICH.toReversed());
    expect(moved).toBeGreaterThan(2);
  });
});
