import { Module } from '@nestjs/common';
import { PgIndexHead, PrismaService } from '@slipway/database';
import { ApiMetrics, type MetricsSource } from './api-metrics.js';
import { MetricsServer } from './metrics-server.js';
import { STALE_ROOTS } from './stale-roots.sql.js';

/** Figures for operators. Needs the global DatabaseModule; `main` opens the server. */
@Module({
  providers: [
    {
      provide: ApiMetrics,
      useFactory: (prisma: PrismaService, indexHead: PgIndexHead) =>
        new ApiMetrics(sourceOf(prisma, indexHead)),
      inject: [PrismaService, PgIndexHead],
    },
    MetricsServer,
  ],
  exports: [ApiMetrics, MetricsServer],
})
export class MetricsModule {}

function sourceOf(prisma: PrismaService, indexHead: PgIndexHead): MetricsSource {
  return {
    pool: () => prisma.$connections(),
    standbyMisses: () => prisma.$standbyMisses(),
    indexer: () => {
      const head = indexHead.current();
      const isHalted = indexHead.haltedReason() !== null;
      if (head === null) return { block: null, lagSeconds: null, isHalted };
      return { block: Number(head.block), lagSeconds: head.lagSeconds, isHalted };
    },
    // Without the database there is no figure, which is how an alarm sees it too.
    staleRoots: () =>
      prisma.$run(STALE_ROOTS).then(
        ([row]) => row?.count ?? 0,
        () => null,
      ),
  };
}
