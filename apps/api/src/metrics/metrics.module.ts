import { Module } from '@nestjs/common';
import { HeadFeed, Pool, countStaleRoots } from '#database';
import { ApiMetrics } from './api-metrics.js';
import { MetricsServer } from './metrics-server.js';
import type { MetricsSource } from './metrics-source.js';

/** Figures for operators. Needs the global DatabaseModule; whoever starts the program opens the server. */
@Module({
  providers: [
    {
      provide: ApiMetrics,
      useFactory: (pool: Pool, feed: HeadFeed) => new ApiMetrics(sourceOf(pool, feed)),
      inject: [Pool, HeadFeed],
    },
    {
      provide: MetricsServer,
      useFactory: (metrics: ApiMetrics) => new MetricsServer(metrics),
      inject: [ApiMetrics],
    },
  ],
  exports: [ApiMetrics, MetricsServer],
})
export class MetricsModule {}

function sourceOf(pool: Pool, feed: HeadFeed): MetricsSource {
  return {
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    indexer: () => {
      const head = feed.current();
      const isHalted = feed.haltedReason() !== null;
      if (head === null) return { block: null, lagSeconds: null, isHalted };
      return { block: Number(head.block), lagSeconds: head.lagSeconds, isHalted };
    },
    // Without the database there is no figure, which is how an alarm sees it too.
    staleRoots: () => countStaleRoots(pool).catch(() => null),
  };
}
