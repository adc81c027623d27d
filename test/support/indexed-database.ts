import type pg from 'pg';
import { PrismaService, addressOfId, type DatabaseRole } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { insertManyApps } from './many-apps.js';
import { openClient } from './pg-client.js';
import { createTestDatabase, type TestDatabase } from './postgres.js';
import { throwIt } from './throw-it.js';

/** A database with some made-up apps in its index, and Prisma on it with the rights of a role. */
export class IndexedDatabase {
  private constructor(
    private readonly database: TestDatabase,
    /** With all rights. */
    readonly admin: pg.Client,
    readonly prisma: PrismaService,
    /** The apps' tokens, oldest first. */
    readonly tokens: readonly Address[],
  ) {}

  static async open(role: DatabaseRole, apps = 12): Promise<IndexedDatabase> {
    const database = await createTestDatabase();
    const admin = await openClient(database.url);
    if (apps > 0) await insertManyApps(admin, apps, new Date());
    const { rows } = await admin.query<{ token: Address }>(
      `SELECT ${addressOfId('apps.token_id')} AS token FROM apps ORDER BY block_number`,
    );
    // On a machine that others use too.
    const limits = { statementTimeoutMs: 300_000, poolTimeoutMs: 300_000 };
    const prisma = new PrismaService({ url: database.url, role, size: 4, ...limits }, throwIt);
    return new IndexedDatabase(
      database,
      admin,
      prisma,
      rows.map(({ token }) => token),
    );
  }

  get url(): string {
    return this.database.url;
  }

  async close(): Promise<void> {
    await this.prisma.$close();
    await this.admin.end();
    await this.database.drop();
  }
}
