import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { MaintenanceJobsRepository } from './maintenance-jobs.repository.js';

describe('MaintenanceJobsRepository', () => {
  let database: IndexedDatabase;
  let repository: MaintenanceJobsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new MaintenanceJobsRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('adds, follows and cancels what is open, and nothing else', async () => {
    const first = await repository.add({ kind: 'rewind', blockNumber: 7n });
    const second = await repository.add({ kind: 'rebuild', blockNumber: null });
    expect(await repository.listOpen()).toEqual([first, second]);
    expect(await repository.cancel(second)).toBe(true);
    await database.admin.query(
      `UPDATE maintenance_jobs SET finished_at = now(), succeeded = true, outcome = 'done' WHERE id = $1`,
      [first],
    );
    expect(await repository.find(first)).toMatchObject({ result: { succeeded: true, outcome: 'done' } });
    expect(await repository.find(second)).toEqual({ percent: 0, failure: null, result: null });
    expect(await repository.listOpen()).toEqual([second]);
    expect(await repository.cancel(first)).toBe(false);
  });
});
