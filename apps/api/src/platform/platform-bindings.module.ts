import { Global, Module } from '@nestjs/common';
import { PgBuilderKeys, SigningCursorKeys, TokenRateLimitIdentity } from '@slipway/auth';
import { isDatabaseUnavailable } from '@slipway/database';
import { Flags } from '@slipway/flags';
import {
  BuilderKeys,
  CursorKeys,
  FeatureSwitches,
  IndexHead,
  Outages,
  PrimaryReads,
  RateLimitIdentity,
  RequestObserver,
} from '@slipway/http';
import { ReadinessSource } from './health/readiness-source.js';
import { IndexHeadAdapter } from './index-head-adapter.js';
import { ApiMetrics } from './metrics/api-metrics.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PgPrimaryReads } from './pg-primary-reads.js';

/** Binds what ApiPlatformModule and HealthModule ask of the app to the database, the tokens, the flags and the metrics. */
@Global()
@Module({
  imports: [MetricsModule],
  providers: [
    IndexHeadAdapter,
    { provide: IndexHead, useExisting: IndexHeadAdapter },
    { provide: PrimaryReads, useClass: PgPrimaryReads },
    { provide: ReadinessSource, useExisting: IndexHeadAdapter },
    { provide: RequestObserver, useExisting: ApiMetrics },
    { provide: FeatureSwitches, useExisting: Flags },
    { provide: CursorKeys, useExisting: SigningCursorKeys },
    { provide: BuilderKeys, useExisting: PgBuilderKeys },
    { provide: RateLimitIdentity, useExisting: TokenRateLimitIdentity },
    { provide: Outages, useValue: { isOutage: isDatabaseUnavailable } },
  ],
  exports: [
    BuilderKeys,
    IndexHead,
    PrimaryReads,
    ReadinessSource,
    RequestObserver,
    FeatureSwitches,
    CursorKeys,
    RateLimitIdentity,
    Outages,
  ],
})
export class PlatformBindingsModule {}
