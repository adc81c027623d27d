import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { IndexStatusRepository } from './index-status.repository.js';

describe('IndexStatusRepository', () => {
  let database: IndexedDatabase;
  let repository: IndexStatusRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops');
    repository = new IndexStatusRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('knows where the index stands, who writes it, and what it fails at', async () => {
    await database.admin.query(`
      UPDATE index_writer SET holder = 'one', beat_at = now() + interval '1 hour', failure = 'NodeError: gone', failing_since = to_timestamp(7);
      INSERT INTO index_standbys VALUES ('two', now() + interval '1 hour'), ('three', now() - interval '1 minute');
      INSERT INTO maintenance_jobs (kind, block_number) VALUES ('rewind', 3)`);
    const status = await repository.get();
    expect(status.head).toMatchObject({ block: 12n });
    expect(status.writer).toMatchObject({
      name: 'one',
      isRunning: true,
      halted: null,
      failing: { reason: 'NodeError: gone', since: new Date(7_000) },
    });
    expect(status.standbys).toEqual(['two']);
    expect(status.jobs).toMatchObject([{ kind: 'rewind', block: 3n, isCancelled: false }]);
  });

  it('takes a writer that is silent for one that has stopped', async () => {
    await database.admin.query(`UPDATE index_writer SET beat_at = now() - interval '1 minute'`);
    expect(await repository.writer()).toMatchObject({ isRunning: false });
  });
});
