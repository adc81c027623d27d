import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { ActivityRepository } from './activity.repository.js';

describe('ActivityRepository', () => {
  let database: IndexedDatabase;
  let repository: ActivityRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new ActivityRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('reads events, newest first, of a type, from below one of them', async () => {
    const [token] = database.tokens;
    const all = (await repository.readActivity(token!, null, null, 5))!.activity!;
    expect(all.map(({ type, logIndex }) => [type, logIndex])).toEqual([
      ['buy', 1],
      ['launch', 0],
    ]);
    expect((await repository.readActivity(token!, 'launch', null, 5))?.activity).toEqual([all[1]]);
    expect((await repository.readActivity(token!, null, all[0]!, 5))?.activity).toEqual([all[1]]);
  });

  it('knows no such app', async () => {
    expect(await repository.readActivity('0x00' as never, null, null, 5)).toMatchObject({ activity: null });
  });
});
