import { openClient } from '../support/pg-client.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';

/** What an index keeps of logs, and the name of each table's last. */
const TABLES = [
  ['transfers', 'Transfer'],
  ['reserves', '(Bought|Sold|Sync|Graduated|Launched)'],
  ['oracle_prices', 'AnswerUpdated'],
  ['reward_roots', 'RootSet'],
  ['reward_claims', 'Claimed'],
] as const;

describe('a second reading of all blocks', () => {
  let rewards: RewardFixture;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    const { fixture } = rewards;
    const market = new MarketActivity(fixture, seededRandom(11));
    await market.open(3);
    await market.act(12);
    const token = await market.launch(9);
    await market.graduate(token);
    await market.publishPrice(150_000_000n);
    await market.act(20);
    await rewards.addList('airdrop', new Map(fixture.traders.map((trader) => [trader, WHOLE])));
    await rewards.publish('airdrop');
    await rewards.claim('airdrop', fixture.traders[0]!);
    await rewards.claim('airdrop', fixture.traders[1]!);
    await rewards.index.catchUp();
  });

  afterAll(() => rewards.close());

  it.each(TABLES)('finds the log of a row that %s lacks', async (table, name) => {
    const client = await openClient(rewards.databaseUrl);
    const { rows } = await client.query<{ row: object }>(
      `DELETE FROM chain.${table} t WHERE ctid = (
        SELECT ctid FROM chain.${table} ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) RETURNING to_jsonb(t) AS row`,
    );
    const lacking = await rewards.index.readAgain();
    await client.query(
      `INSERT INTO chain.${table} SELECT * FROM jsonb_populate_record(NULL::chain.${table}, $1)`,
      [rows[0]?.row],
    );
    await client.end();
    expect(lacking).toMatch(new RegExp(`^block \\d+, read again, has a ${name} that did not come before$`));
  });

  it('finds nothing in an index that has everything', async () => {
    expect(await rewards.index.readAgain()).toBeNull();
  });
});
