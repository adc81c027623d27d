import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessModule, AddressOwnerGuard, BearerGuard, BuilderGuard } from '@slipway/auth';
import { ChainModule } from '@slipway/chain';
import { ProtocolModule } from '@slipway/protocols';
import { DatabaseModule } from '@slipway/database';
import { FlagsModule } from '@slipway/flags';
import { ApiPlatformModule, RateLimitGuard } from '@slipway/http';
import { SettingsModule } from '@slipway/settings';
import { EXTRAS } from './extras/extras.js';
import { FeatureGuard } from './platform/features/feature.guard.js';
import { HealthModule } from './platform/health/health.module.js';
import { AppsModule } from './modules/apps/apps.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { ConfigModule } from './modules/config/config.module.js';
import { MarketModule } from './modules/market/market.module.js';
import { PortfolioModule } from './modules/portfolio/portfolio.module.js';
import { PreflightModule } from './modules/preflight/preflight.module.js';
import { RewardsModule } from './modules/rewards/rewards.module.js';
import { MomentsModule } from './platform/moments/moments.module.js';
import { PlatformBindingsModule } from './platform/platform-bindings.module.js';
import { Tracing } from './platform/tracing/tracing.js';

/** With the pool's wait it stays below 2 s. After that a client is told that the database is away. */
const STATEMENT_TIMEOUT_MS = 1_500;

/** The whole API: what every request passes, the card's modules, and what is served beside them. */
@Module({
  imports: [
    SettingsModule,
    DatabaseModule.register({ role: 'slipway_api', statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    AccessModule,
    ChainModule,
    ProtocolModule,
    FlagsModule,
    PlatformBindingsModule,
    ApiPlatformModule,
    HealthModule,
    MomentsModule,
    AppsModule,
    AuthModule,
    ConfigModule,
    MarketModule,
    PortfolioModule,
    RewardsModule,
    PreflightModule,
    ...EXTRAS,
  ],
  providers: [
    // In the order in which they are asked.
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: AddressOwnerGuard },
    { provide: APP_GUARD, useClass: BuilderGuard },
    { provide: APP_GUARD, useClass: FeatureGuard },
    Tracing,
  ],
})
export class AppModule {}
