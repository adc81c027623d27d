import { createTestDatabase } from '../../../test/support/postgres.js';
import { throwIt } from '../../../test/support/throw-it.js';
import { PrismaService } from './prisma.service.js';

const VIEWS = [
  'appPrice',
  'appRow',
  'candleRow',
  'indexedHead',
  'latestOraclePrice',
  'ledgerRow',
  'marketContext',
  'appHistoryRow',
  'headHistoryRow',
  'reserveRow',
  'tradeRow',
  'tradeShareRow',
  'transferRow',
] as const;

/** Prisma's engine of migrations does not compare views: a column that one of them does not have fails here. */
describe('the views of schema.prisma', () => {
  it('have the columns that it says', async () => {
    const database = await createTestDatabase();
    const limits = { statementTimeoutMs: 300_000, poolTimeoutMs: 300_000 };
    const settings = { url: database.url, role: 'slipway_api', size: 1, ...limits } as const;
    const prisma = new PrismaService(settings, throwIt);
    for (const view of VIEWS) {
      const model: { findFirst(): PromiseLike<unknown> } = prisma.client[view];
      await expect(model.findFirst()).resolves.toBeNull();
    }
    await prisma.$close();
    await database.drop();
  });
});
