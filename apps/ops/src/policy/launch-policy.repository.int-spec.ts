import { runOps } from '../../../../test/support/run-ops.js';
import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { LaunchPolicyRepository } from './launch-policy.repository.js';

describe('LaunchPolicyRepository', () => {
  let database: IndexedDatabase;
  let repository: LaunchPolicyRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new LaunchPolicyRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('sets the policy by the program itself, which refuses nonsense', async () => {
    expect(await repository.get()).toEqual({ maxPerCreatorPer24h: 5 });
    const set = (max: string): ReturnType<typeof runOps> =>
      runOps({ DATABASE_URL: database.url }, 'policy', 'set', '--max-per-creator-per-24h', max);
    const [done, refused] = await Promise.all([set('7'), set('0')]);
    expect(done.stdout).toBe('launches of a creator in 24 hours: 7\n');
    expect(refused).toMatchObject({ code: 1, stderr: 'must be a number from 1 to 1000000\n' });
    expect(await repository.get()).toEqual({ maxPerCreatorPer24h: 7 });
  });
});
