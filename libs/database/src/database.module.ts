import {
  ConsoleLogger,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import pg from 'pg';
import { DatabaseProbe } from './database-probe.js';
import { HeadFeed } from './head-feed.js';
import { createPool, type PoolSettings } from './pool.js';
import { PrismaClient, createPrisma } from './prisma.js';

/** The process's pool: the token that repositories inject. */
export const Pool = pg.Pool;
export type Pool = pg.Pool;

/** One pool for everything, Prisma over it, and the head that the indexer announces, for whoever starts following it. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(HeadFeed) private readonly head: HeadFeed,
    @Inject(DatabaseProbe) private readonly probe: DatabaseProbe,
  ) {}

  static register(settings: PoolSettings): DynamicModule {
    const logger = new ConsoleLogger('Database', { json: true });
    const report = (error: unknown): void => {
      logger.warn({ message: 'database', error: error instanceof Error ? error.message : String(error) });
    };
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: Pool, useFactory: () => createPool(settings, report) },
        { provide: PrismaClient, useFactory: (pool: Pool) => createPrisma(pool), inject: [Pool] },
        { provide: DatabaseProbe, useFactory: () => new DatabaseProbe(settings) },
        { provide: HeadFeed, useFactory: () => new HeadFeed(settings, report) },
      ],
      exports: [Pool, PrismaClient, HeadFeed, DatabaseProbe],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probe.stop();
    await this.head.stop();
    await this.pool.end();
  }
}
