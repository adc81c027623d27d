import {
  ConsoleLogger,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { HeadFeed } from './head-feed.js';
import type { PoolSettings } from './pool.js';
import { PrismaService } from './prisma.service.js';

/** One pool for everything, behind Prisma, and the head that the indexer announces, once it is followed. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
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
        { provide: PrismaService, useFactory: () => new PrismaService(settings, report) },
        { provide: DatabaseProbe, useFactory: () => new DatabaseProbe(settings) },
        { provide: HeadFeed, useFactory: () => new HeadFeed(settings, report) },
      ],
      exports: [PrismaService, HeadFeed, DatabaseProbe],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probe.stop();
    await this.head.stop();
    await this.prisma.$close();
  }
}
