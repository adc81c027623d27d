import type { OutboxBlocks, OutboxEvent, OutboxHead, OutboxRetraction } from '@slipway/database';
import { Session } from '../../apps/indexer/src/postgres/session.js';
import { readEventsAfter } from '../../apps/indexer/src/tables/outbox-events.js';
import { INDEXER_OPTIONS, IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';

interface Entry {
  readonly seq: number;
  readonly block: number;
  readonly kind: 'events' | 'head' | 'retract';
  readonly event: OutboxEvent | null;
  readonly undone: readonly { readonly txHash: string }[];
}

type Row =
  | { readonly kind: 'events'; readonly body: OutboxBlocks }
  | { readonly kind: 'head'; readonly body: OutboxHead }
  | { readonly kind: 'retract'; readonly body: OutboxRetraction };

/** Entries of a row, each with its number. */
function entriesOf({
  seq,
  entries,
  block,
  ...row
}: Row & { seq: number; entries: number; block: number }): Entry[] {
  if (row.kind !== 'events')
    return [{ seq, block, kind: row.kind, event: null, undone: row.kind === 'head' ? [] : row.body.undone }];
  const events = row.body.flatMap(({ number, events }) => events.map((event) => ({ block: number, event })));
  expect(events.length).toBe(entries);
  return events.map((entry, i) => ({ ...entry, seq: seq - entries + 1 + i, kind: row.kind, undone: [] }));
}

describe('the outbox', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(20));
    await market.open(3);
    await market.act(10);
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    await indexed.catchUp();
  });

  afterAll(async () => {
    await indexed.close();
    await fixture.stop();
  });

  const query = <Row extends object>(sql: string): Promise<Row[]> =>
    withClient(indexed.database.url, async (client) => (await client.query<Row>(sql)).rows);
  const entries = async (): Promise<Entry[]> =>
    (
      await query<Parameters<typeof entriesOf>[0]>(
        'SELECT seq::int, entries, block_number AS block, kind, body FROM chain.outbox ORDER BY seq',
      )
    ).flatMap(entriesOf);
  const state = async (): Promise<{ epoch: string | null; last: number }> =>
    (
      await query<{ epoch: string | null; last: number }>(
        'SELECT epoch, last_seq::int AS last FROM chain.outbox_state',
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
    await market.act(15);
    const token = await market.launch(5);
    await market.graduate(token);
    const { last } = await state();
    await indexed.catchUp();
    expect((await entries()).map(({ seq }) => seq)).toEqual((await entries()).map((_, i) => i + 1));
    const all = (await entries()).filter(({ seq }) => seq > last);
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => last + i + 1));
    expect((await state()).last).toBe(all.at(-1)!.seq);
    expect(all.at(-1)!.kind).toBe('head');
    const events = all.filter(({ event }) => event !== null);
    const [{ rows }] = (await query<{ rows: unknown }>(
      `SELECT json_agg(json_build_array(block_number, log_index) ORDER BY block_number, log_index) AS rows FROM (
        SELECT block_number, log_index FROM chain.trades UNION ALL SELECT block_number, log_index FROM chain.apps
        UNION ALL SELECT graduated_block, graduation_log_index FROM chain.curves WHERE graduated_block IS NOT NULL
      ) event WHERE block_number > ${before!.block}`,
    )) as [{ rows: unknown }];
    expect(events.map(({ block, event }) => [block, event!.logIndex])).toEqual(rows);
    expect(new Set(events.map(({ event }) => event!.type))).toEqual(
      new Set(['buy', 'sell', 'launch', 'graduation']),
    );
  });

  it('has the same, written from a batch, as a new outbox finds in the tables', async () => {
    const told = await query<{ body: OutboxBlocks }>(
      `SELECT body FROM chain.outbox WHERE kind = 'events' ORDER BY seq`,
    );
    const kept = await withClient(indexed.database.url, async (client) => {
      await client.query('SET search_path = chain, public');
      return readEventsAfter(new Session(client), -1);
    });
    const expected = new Map(kept.map((one) => [`${one.block.number} ${one.event.logIndex}`, one]));
    const found = told.flatMap(({ body }) =>
      body.flatMap(({ events, ...block }) => events.map((event) => ({ event, block }))),
    );
    expect(found.length).toBeGreaterThan(15);
    for (const { event, block } of found) {
      const same = expected.get(`${block.number} ${event.logIndex}`)!;
      expect(event).toEqual(same.event);
      // A block has a price for its trades.
      const { oraclePrice } = event.fee === null ? block : same.block;
      expect(block).toEqual({ ...same.block, oraclePrice });
    }
  });

  it('says what a rollback takes back, and goes on in the same epoch', async () => {
    const { epoch } = await state();
    await market.act(6);
    await indexed.catchUp();
    const told = (await entries()).filter(({ event }) => event !== null);
    await fixture.client.request({ method: 'anvil_reorg', params: [6, []] } as never);
    await fixture.client.mine({ blocks: 1 });
    await indexed.catchUp();
    const [retract] = (await entries()).filter(({ kind }) => kind === 'retract');
    const hashes = retract!.undone.map(({ txHash }) => txHash);
    expect(hashes).toEqual(
      told.filter(({ block }) => block > retract!.block).map(({ event }) => event!.txHash),
    );
    expect(hashes.length).toBeGreaterThan(0);
    expect((await state()).epoch).toBe(epoch);
  });

  it('is trimmed of what is old and final, and of nothing else', async () => {
    await query(`UPDATE chain.outbox SET written_at = written_at - interval '16 minutes'`);
    await query(`UPDATE chain.outbox_state SET trimmed_at = trimmed_at - interval '16 minutes'`);
    const rows = await query<{ seq: number; block: number }>(
      'SELECT seq::int, block_number AS block FROM chain.outbox ORDER BY seq',
    );
    const before = await entries();
    // Near enough to be one batch's: the next trim is due in half a minute.
    const final = rows[0]!.block;
    const block = final + INDEXER_OPTIONS.finalityBlocks;
    await fixture.client.mine({ blocks: block - Number(await fixture.client.getBlockNumber()) });
    await indexed.catchUp();
    const last = rows.findLast((row) => row.block <= final)!.seq;
    const kept = before.filter(({ seq }) => seq > last);
    expect([kept.length > 0, kept.length < before.length]).toEqual([true, true]);
    const newest = before.at(-1)!.seq;
    expect((await entries()).filter(({ seq }) => seq <= newest)).toEqual(kept);
  });

  it('is another one after a rebuild', async () => {
    const { epoch } = await state();
    await indexed.rebuild();
    expect((await state()).epoch).not.toBe(epoch);
    expect((await entries()).map(({ seq }) => seq)).toEqual((await entries()).map((_, i) => i + 1));
  });
});
