import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { runOps, type OpsResult } from '../../../../test/support/run-ops.js';

const ID = '00000000-0000-4000-8000-000000000001';

describe('npm run ops -- webhooks', () => {
  let database: IndexedDatabase;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    await database.admin.query(`
      INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute) VALUES ('acme', decode(repeat('ab', 32), 'hex'), 1, 1);
      INSERT INTO webhook_subscriptions (id, builder, url, types, finality, secret_sealed, planned_block, created_at_block)
        VALUES ('${ID}', 'acme', 'https://hooks.example.com/', '{trade}', 'final', '\\x01', 11, 12);
      INSERT INTO webhook_deliveries (subscription_id, sequence, message_id, type, block_number, content_id, beginning, places, attempts, created_at)
        VALUES ('${ID}', 1, 'msg_1', 'block', 12, gen_random_uuid(), '{', '{}', 10, '2026-01-01T00:00:00Z')`);
  });

  afterAll(() => database.close());

  const webhooks = (...words: string[]): Promise<OpsResult> =>
    runOps({ DATABASE_URL: database.url }, 'webhooks', ...words);

  it('lists, pauses, resumes with ten tries again, and removes', async () => {
    const line = `${ID}  acme  https://hooks.example.com/  final  block 11  1 waiting since 2026-01-01T00:00:00.000Z`;
    expect((await webhooks('list')).stdout).toBe(`${line}  active\n1 webhooks\n`);
    expect((await webhooks('pause', ID)).stdout).toBe(`paused: ${ID}\n`);
    expect((await webhooks('list')).stdout).toBe(`${line}  paused: Paused by an operator.\n1 webhooks\n`);
    expect((await webhooks('resume', ID)).stdout).toBe(`resumed: ${ID}\n`);
    const { rows } = await database.admin.query('SELECT attempts FROM webhook_deliveries');
    expect(rows).toEqual([{ attempts: 0 }]);
    expect((await webhooks('remove', ID)).stdout).toBe(`removed: ${ID}\n`);
    expect((await webhooks('list')).stdout).toBe('0 webhooks\n');
  });

  it.each(['x', ID.replace(/1$/, '2')])('says that there is none: %s', async (id) => {
    for (const command of ['pause', 'resume', 'remove'])
      expect(await webhooks(command, id)).toMatchObject({
        code: 1,
        stderr: 'there is no such webhook: npm run ops -- webhooks list\n',
      });
  });
});
