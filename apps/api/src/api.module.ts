import { Module, type DynamicModule } from '@nestjs/common';
import { AccessModule, AddressOwnerGuard, BearerGuard, SigningCursorKeys, TokenWallets } from '#auth';
import { ChainModule } from '#chain';
import { DatabaseModule, isDatabaseUnavailable } from '#database';
import { NO_REDIS, type Env } from '#env';
import { Flags, FlagsModule } from '#flags';
import { HttpModule, type HttpModuleOptions } from '#http';
import { FeatureGuard } from './features/feature.guard.js';
import { FeaturesModule } from './features/features.module.js';
import { HealthModule } from './health/health.module.js';
import { IndexWatch } from './index-watch.js';
import { ApiMetrics } from './metrics/api-metrics.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { AppsModule } from './modules/apps/apps.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { ConfigModule } from './modules/config/config.module.js';
import { MarketModule } from './modules/market/market.module.js';
import { PortfolioModule } from './modules/portfolio/portfolio.module.js';
import { RewardsModule } from './modules/rewards/rewards.module.js';
import { PreflightModule } from './modules/preflight/preflight.module.js';

/** What of the settings the modules are built from. */
export type ApiEnv = Pick<
  Env,
  | 'nodeEnv'
  | 'port'
  | 'publicBaseUrl'
  | 'databaseUrl'
  | 'databasePoolSize'
  | 'dataDir'
  | 'rpc'
  | 'chainId'
  | 'launchpadAddress'
  | 'platformTokenAddress'
  | 'priceFeedHeartbeatSeconds'
  | 'readCacheMb'
  | 'jwtSigningKeys'
  | 'rateLimitReadPerMinute'
  | 'rateLimitHeavyPerMinute'
  | 'trustProxy'
  | 'maxConnections'
  | 'maxConnectionsPerAddress'
  | 'redisUrl'
  | 'shutdownDrainSeconds'
  | 'chainName'
  | 'flagsOfrepUrl'
  | 'publicRpcUrl'
  | 'explorerUrl'
  | 'finalityBlocks'
>;

/** With what the pool may take, short of the 2 s after which a client is told that the database is away. */
const STATEMENT_TIMEOUT_MS = 1_500;

@Module({ providers: [IndexWatch], exports: [IndexWatch] })
class IndexWatchModule {}

/** The whole API: what every request passes, and one module a tag of the interface. */
@Module({})
export class ApiModule {
  static register(env: ApiEnv, http: Pick<HttpModuleOptions, 'accessLog'> = {}): DynamicModule {
    const imports = [IndexWatchModule, MetricsModule, FeaturesModule];
    return {
      module: ApiModule,
      imports: [
        DatabaseModule.register({
          url: env.databaseUrl,
          role: 'slipway_api',
          size: env.databasePoolSize,
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        AccessModule.register(env),
        ChainModule.register(env),
        FlagsModule.register(env),
        HttpModule.register({
          ...http,
          imports,
          guards: [BearerGuard, AddressOwnerGuard, FeatureGuard],
          identity: TokenWallets,
          features: Flags,
          cursorKeys: SigningCursorKeys,
          limits: {
            budgets: { read: env.rateLimitReadPerMinute, heavy: env.rateLimitHeavyPerMinute },
            redisUrl: env.redisUrl === NO_REDIS ? null : env.redisUrl,
          },
          connections: { max: env.maxConnections, maxPerAddress: env.maxConnectionsPerAddress },
          trustProxy: env.trustProxy,
          drainSeconds: env.shutdownDrainSeconds,
          observer: ApiMetrics,
          head: IndexWatch,
          isOutage: isDatabaseUnavailable,
          cacheBytes: env.readCacheMb * 1_024 * 1_024,
        }),
        HealthModule.register({ imports, readiness: IndexWatch }),
        AppsModule,
        AuthModule.register(env),
        ConfigModule.register(env),
        MarketModule.register(env),
        PortfolioModule.register({ publicBaseUrl: env.publicBaseUrl }),
        RewardsModule.register(env),
        PreflightModule,
      ],
    };
  }
}
