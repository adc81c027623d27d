import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessModule, AddressOwnerGuard, BearerGuard } from '@slipway/auth';
import { ChainModule } from '@slipway/chain';
import { DatabaseModule } from '@slipway/database';
import { FlagsModule } from '@slipway/flags';
import { ApiPlatformModule, RateLimitGuard } from '@slipway/http';
import { SettingsModule } from '@slipway/settings';
import { FeatureGuard } from './features/feature.guard.js';
import { EmbedModule } from './embed/embed.module.js';
import { HealthModule } from './health/health.module.js';
import { AppsModule } from './modules/apps/apps.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { ConfigModule } from './modules/config/config.module.js';
import { IntegrationsModule } from './modules/integrations/integrations.module.js';
import { MarketModule } from './modules/market/market.module.js';
import { McpModule } from './modules/mcp/mcp.module.js';
import { PicturesModule } from './modules/pictures/pictures.module.js';
import { PortfolioModule } from './modules/portfolio/portfolio.module.js';
import { PreflightModule } from './modules/preflight/preflight.module.js';
import { RewardsModule } from './modules/rewards/rewards.module.js';
import { StreamModule } from './modules/stream/stream.module.js';
import { TradingModule } from './modules/trading/trading.module.js';
import { PlatformBindingsModule } from './platform-bindings.module.js';
import { Tracing } from './tracing/tracing.js';

/** With the pool's wait it stays below 2 s. After that a client is told that the database is away. */
const STATEMENT_TIMEOUT_MS = 1_500;

/** The whole API: what every request passes, and one module a tag of the interface. */
@Module({
  imports: [
    SettingsModule,
    DatabaseModule.register({ role: 'slipway_api', statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    AccessModule,
    ChainModule,
    FlagsModule,
    PlatformBindingsModule,
    ApiPlatformModule,
    HealthModule,
    AppsModule,
    AuthModule,
    ConfigModule,
    MarketModule,
    PortfolioModule,
    RewardsModule,
    PreflightModule,
    TradingModule,
    IntegrationsModule,
    StreamModule,
    PicturesModule,
    EmbedModule,
    McpModule,
  ],
  providers: [
    // In the order in which they are asked.
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: AddressOwnerGuard },
    { provide: APP_GUARD, useClass: FeatureGuard },
    Tracing,
  ],
})
export class ApiModule {}
