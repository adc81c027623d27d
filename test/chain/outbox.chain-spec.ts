import { INDEXER_OPTIONS, IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';

interface Entry {
  readonly seq: string;
  readonly block: number;
  readonly kind: string;
  readonly body: Record<string, unknown> & {
    readonly undone?: readonly { readonly txHash: string }[];
    readonly txHash: string;
  };
}

describe('the outbox', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(20));
    await market.open(3);
    for (let i = 0; i < 10; i += 1) await market.act();
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    await indexed.catchUp();
  });

  afterAll(async () => {
    await indexed.close();
    await fixture.stop();
  });

  const query = <Row extends object>(sql: string): Promise<Row[]> =>
    withClient(indexed.database.url, async (client) => (await client.query<Row>(sql)).rows);
  const entries = (): Promise<Entry[]> =>
    query<Entry>('SELECT seq, block_number AS block, kind, body FROM chain.outbox ORDER BY seq');
  const state = async (): Promise<{ epoch: string | null; last: string }> =>
    (
      await query<{ epoch: string | null; last: string }>(
        'SELECT epoch, last_seq AS last FROM chain.outbox_state',
      )
    )[0]!;

  it('is open once the index is level, and begins with what is not final yet', async () => {
    const all = await entries();
    const newest = all.at(-1)!;
    expect(newest.kind).toBe('head');
    expect(all.length).toBeGreaterThan(1);
    expect(all.filter(({ block }) => block <= newest.block - INDEXER_OPTIONS.finalityBlocks)).toEqual([]);
    expect((await state()).epoch).toMatch(/^\d+$/);
  });

  it('has every trade, launch and graduation of the next blocks, in order and without gaps', async () => {
    const [before] = await query<{ block: string }>('SELECT block_number AS block FROM chain.head');
    for (let i = 0; i < 15; i += 1) await market.act();
    const token = await market.launch(5);
    await market.graduate(token);
    const { last } = await state();
    await indexed.catchUp();
    expect((await entries()).map(({ seq }) => Number(seq))).toEqual((await entries()).map((_, i) => i + 1));
    const all = (await entries()).filter(({ seq }) => Number(seq) > Number(last));
    expect(all.map(({ seq }) => Number(seq))).toEqual(all.map((_, i) => Number(last) + i + 1));
    expect((await state()).last).toBe(all.at(-1)!.seq);
    expect(all.at(-1)!.kind).toBe('head');
    const positions = all.map(({ kind, body }) =>
      kind === 'head' ? null : [body['blockNumber'], body['logIndex']],
    );
    const [{ rows }] = (await query<{ rows: unknown }>(
      `SELECT json_agg(json_build_array(block_number, log_index) ORDER BY block_number, log_index) AS rows FROM (
        SELECT block_number, log_index FROM chain.trades UNION ALL SELECT block_number, log_index FROM chain.apps
        UNION ALL SELECT graduated_block, graduation_log_index FROM chain.curves WHERE graduated_block IS NOT NULL
      ) event WHERE block_number > ${before!.block}`,
    )) as [{ rows: unknown }];
    expect(positions.filter((position) => position !== null)).toEqual(rows);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['trade', 'launch', 'graduation', 'head']));
  });

  it('says what a rollback takes back, and goes on in the same epoch', async () => {
    const { epoch } = await state();
    for (let i = 0; i < 6; i += 1) await market.act();
    await indexed.catchUp();
    const told = (await entries()).filter(({ kind }) => kind !== 'head');
    await fixture.client.request({ method: 'anvil_reorg', params: [6, []] } as never);
    await fixture.client.mine({ blocks: 1 });
    await indexed.catchUp();
    const [retract] = (await entries()).filter(({ kind }) => kind === 'retract');
    const hashes = retract!.body.undone!.map(({ txHash }) => txHash);
    expect(hashes).toEqual(told.filter(({ block }) => block > retract!.block).map(({ body }) => body.txHash));
    expect(hashes.length).toBeGreaterThan(0);
    expect((await state()).epoch).toBe(epoch);
  });

  it('is trimmed of what is old and final, and of nothing else', async () => {
    await query(`UPDATE chain.outbox SET written_at = written_at - interval '16 minutes'`);
    await query(`UPDATE chain.outbox_state SET trimmed_at = trimmed_at - interval '16 minutes'`);
    const before = await entries();
    const final = before[Math.floor(before.length / 2)]!.block;
    const block = final + INDEXER_OPTIONS.finalityBlocks;
    await fixture.client.mine({ blocks: block - Number(await fixture.client.getBlockNumber()) });
    await indexed.catchUp();
    const last = before.findLastIndex((entry) => entry.block <= final);
    const kept = before.slice(last + 1);
    expect(kept.length).toBeGreaterThan(0);
    expect((await entries()).filter((entry) => entry.block < block)).toEqual(kept);
  });

  it('is another one after a rebuild', async () => {
    const { epoch } = await state();
    await indexed.rebuild();
    expect((await state()).epoch).not.toBe(epoch);
    expect((await entries()).map(({ seq }) => Number(seq))).toEqual((await entries()).map((_, i) => i + 1));
  });
});
