import {
  Inject,
  Logger,
  Module,
  type DynamicModule,
  type FactoryProvider,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { DatabaseProbe } from './database-probe.js';
import { PgIndexHead } from './pg-index-head.js';
import type { PoolSettings } from './pool.js';
import { PoolerError } from './pooler.js';
import { PrismaService } from './prisma.service.js';
import { ReadServers } from './read-servers.js';

type ProgramSettings = Omit<PoolSettings, 'url' | 'size'>;

const logger = new Logger('Database');

function report(error: unknown): void {
  logger.warn({ message: 'database', error: error instanceof Error ? error.message : String(error) });
}

/** A pool a server, behind Prisma, and the head that the indexer announces, once it is followed. */
@Module({})
export class DatabaseModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(PgIndexHead) private readonly head: PgIndexHead,
    @Inject(DatabaseProbe) private readonly probe: DatabaseProbe,
  ) {}

  /** @param program its role, and what else differs from other programs; the URL is that of the settings */
  static register(program: ProgramSettings): DynamicModule {
    const provide = <T>(
      type: Type<T>,
      open: (settings: PoolSettings, servers: ReadServers) => T,
    ): FactoryProvider<T> => ({
      provide: type,
      useFactory: (settings: Settings, servers: ReadServers) =>
        open(
          {
            ...program,
            url: settings.databaseUrl,
            poolerUrl: settings.databasePoolerUrl,
            size: settings.databasePoolSize,
            isTraced: settings.otelEndpoint !== null,
          },
          servers,
        ),
      inject: [Settings, ReadServers],
    });
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        {
          provide: ReadServers,
          useFactory: (settings: Settings) => new ReadServers(settings),
          inject: [Settings],
        },
        provide(PrismaService, (settings, servers) => new PrismaService(settings, report, servers)),
        provide(DatabaseProbe, (settings, servers) => new DatabaseProbe(settings, servers)),
        provide(PgIndexHead, (settings, servers) => new PgIndexHead(settings, report, servers)),
      ],
      exports: [PrismaService, PgIndexHead, DatabaseProbe, ReadServers],
    };
  }

  /**
   * Without a database the API starts all the same: readiness says the cause, and later calls open connections.
   *
   * @throws PoolerError, which only an operator can mend
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.prisma.$open().catch((error: unknown) => {
      if (error instanceof PoolerError) throw error;
      report(error);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probe.stop();
    await this.head.stop();
    await this.prisma.$close();
  }
}
