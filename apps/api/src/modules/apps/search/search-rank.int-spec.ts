import { IndexedDatabase } from '../../../../../../test/support/indexed-database.js';
import { SearchRepository, toSearchKeys } from './search.repository.js';

/** Busier than every app that is searched for. */
const OTHERS = 1_000;

/** Of some apps those of one start are read whole, of others too many share it. */
describe.each([3_000, 7_000])('a search that %i apps match', (alike) => {
  let database: IndexedDatabase;
  let repository: SearchRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', OTHERS + alike);
    repository = new SearchRepository(database.prisma);
    // Every app is a `Pocket`; the first thousand are given another name, and more volume than the others have.
    await database.admin.query(
      `UPDATE apps SET name = 'Zebra', name_key = 'zebra', name_skeleton = 'zebra', symbol_key = 'z' WHERE block_number <= $1`,
      [OTHERS],
    );
    await database.admin.query('DELETE FROM app_words');
    await database.admin.query(
      `INSERT INTO app_words (word, token_id) SELECT 'club ' || block_number, token_id FROM apps WHERE block_number > $1`,
      [OTHERS],
    );
    // Their volumes are in no order of theirs by name.
    await database.admin.query(
      `UPDATE app_stats SET volume_usd_24h = CASE WHEN launch_block <= $1 THEN 1e30 + launch_block
        ELSE launch_block * 7919::bigint % $2 END`,
      [OTHERS, alike],
    );
    await database.admin.query('VACUUM ANALYZE');
  });

  afterAll(() => database.close());

  it.each(['p', 'pocket', 'club'])('for %s has those with most volume, in the order of it', async (text) => {
    const { rows } = await database.admin.query<{ symbol: string }>(
      `SELECT symbol FROM apps JOIN app_stats USING (token_id) WHERE block_number > $1
      ORDER BY volume_usd_24h DESC, block_number DESC LIMIT 20`,
      [OTHERS],
    );
    const found = await repository.search(toSearchKeys(text), 20);
    expect(found?.items.map(({ symbol }) => symbol)).toEqual(rows.map(({ symbol }) => symbol));
  });

  it('leaves out what operators hide, and fills the page', async () => {
    await database.admin.query(
      `INSERT INTO hidden_apps (token, reason) SELECT address, 'a test' FROM addresses JOIN app_stats ON token_id = id
      WHERE launch_block > $1 ORDER BY volume_usd_24h DESC LIMIT 30`,
      [OTHERS],
    );
    for (const text of ['p', 'club']) {
      const found = await repository.search(toSearchKeys(text), 20);
      const { rows } = await database.admin.query<{ symbol: string }>(
        `SELECT symbol FROM apps JOIN app_stats USING (token_id) WHERE block_number > $1
        ORDER BY volume_usd_24h DESC, block_number DESC LIMIT 20 OFFSET 30`,
        [OTHERS],
      );
      expect(found?.items.map(({ symbol }) => symbol)).toEqual(rows.map(({ symbol }) => symbol));
    }
  });
});
