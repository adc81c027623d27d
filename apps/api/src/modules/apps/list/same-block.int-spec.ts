import { IndexedDatabase } from '../../../../../../test/support/indexed-database.js';
import { testCursors } from '../../../../../../test/support/service-ports.js';
import { AppRepository } from '../app/app.repository.js';
import { AppListRepository } from './list.repository.js';
import { AppListService } from './list.service.js';

const APPS = 12;

/** Pages that end between two launches of one block. */
describe('apps that were launched in one block', () => {
  let database: IndexedDatabase;
  let service: AppListService;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', APPS);
    await database.admin.query(`
      UPDATE apps SET block_number = block_number - block_number % 4, log_index = block_number % 4;
      UPDATE app_stats SET launch_block = launch_block - launch_block % 4, launch_log_index = launch_block % 4,
        platform_reserve = 1e18, token_reserve = 1e18`);
    service = new AppListService(
      new AppListRepository(database.prisma),
      new AppRepository(database.prisma),
      testCursors(),
    );
  });

  afterAll(() => database.close());

  it.each(['newest', 'volume', 'market_cap', 'trending'] as const)(
    'are each in the list by %s once, however long a page is',
    async (sort) => {
      for (const limit of [1, 3, 5]) {
        const tokens: string[] = [];
        let cursor: string | undefined;
        do {
          const { body } = await service.list({ sort, limit, ...(cursor !== undefined && { cursor }) });
          tokens.push(...body.apps.map(({ tokenAddress }) => tokenAddress));
          cursor = body.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(tokens).toHaveLength(APPS);
        expect(tokens.toSorted()).toEqual(database.tokens.toSorted());
      }
    },
  );
});
