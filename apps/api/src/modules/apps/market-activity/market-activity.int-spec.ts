import { addressOfId } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { IndexedDatabase } from '../../../../../../test/support/indexed-database.js';
import { testCursors } from '../../../../../../test/support/service-ports.js';
import { MarketActivityRepository } from './market-activity.repository.js';
import { MarketActivityService } from './market-activity.service.js';

/** More than a page looks at. */
const TRANSFERS = 1_200;

describe("a wallet's activity of a type that is older than all that a page looks at", () => {
  let database: IndexedDatabase;
  let service: MarketActivityService;
  let wallet: Address;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    service = new MarketActivityService(new MarketActivityRepository(database.prisma), testCursors());
    const { rows } = await database.admin.query<{ id: number; wallet: Address }>(
      `SELECT trader_id AS id, ${addressOfId('trader_id')} AS wallet FROM trades LIMIT 1`,
    );
    wallet = rows[0]!.wallet;
    await database.admin.query(
      `WITH event AS (
        SELECT h.block_number AS block, 1000 + i AS log, t.token_id AS token, t.trader_id AS wallet
        FROM head h, (SELECT * FROM trades WHERE trader_id = $1 LIMIT 1) t, generate_series(1, $2::int) i
      ), sent AS (
        INSERT INTO transfers (block_number, log_index, token_id, sender_id, recipient_id, amount, tx_hash)
        SELECT block, log, token, wallet, 0, 1, decode(repeat('0a', 32), 'hex') FROM event
      )
      INSERT INTO ledger_entries (wallet_id, token_id, block_number, log_index, known_quantity, unknown_quantity, cost, realized)
      SELECT wallet, token, block, log, 1, 0, 1, 0 FROM event`,
      [rows[0]!.id, TRANSFERS],
    );
    await database.admin.query(
      `INSERT INTO ledger_entries (wallet_id, token_id, block_number, log_index, known_quantity, unknown_quantity, cost, realized)
      SELECT trader_id, token_id, block_number, log_index, 1, 0, 1, 0 FROM trades t
      WHERE trader_id = $1 AND NOT EXISTS (SELECT FROM ledger_entries l WHERE l.wallet_id = t.trader_id
        AND l.block_number = t.block_number AND l.log_index = t.log_index)`,
      [rows[0]!.id],
    );
  });

  afterAll(() => database.close());

  it('is reached by the cursors of pages that have none of it', async () => {
    const types: string[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const query = { type: ['buy'] as const, wallet, limit: 10, ...(cursor !== undefined && { cursor }) };
      const { body } = await service.list(query as unknown as Parameters<typeof service.list>[0]);
      types.push(...body.activity.map(({ type }) => type));
      cursor = body.nextCursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(1);
    expect(new Set(types)).toEqual(new Set(['buy']));
  });
});
