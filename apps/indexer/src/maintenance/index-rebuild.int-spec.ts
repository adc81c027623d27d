import { askForWriter } from '../../../../test/support/ask-for-writer.js';
import { createTestDatabase } from '../../../../test/support/postgres.js';
import { throwIt } from '../../../../test/support/throw-it.js';
import { IndexRebuild } from './index-rebuild.js';

describe('a rebuild that is discarded', () => {
  it('leaves none of the keys that it was yet to build, and those of the served index', async () => {
    const database = await createTestDatabase();
    const writer = (await askForWriter(database.url, throwIt))!;
    const { session } = writer;
    await session.query(`INSERT INTO public.deferred_keys (schema_name, name, definition)
      VALUES ('chain', 'served_idx', 'CREATE INDEX'), ('chain_next', 'rebuilt_idx', 'CREATE INDEX')`);
    await IndexRebuild.discard(writer);
    const { rows } = await session.query('SELECT schema_name, name FROM public.deferred_keys');
    expect(rows).toEqual([{ schema_name: 'chain', name: 'served_idx' }]);
    await session.end();
    await database.drop();
  });
});
