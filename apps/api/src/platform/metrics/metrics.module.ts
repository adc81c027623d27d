import { Module } from '@nestjs/common';
import { PgIndexHead, PrismaService, idOfAddress, type Statement } from '@slipway/database';
import { ApiMetrics, type MetricsSource } from './api-metrics.js';
import { MetricsServer } from './metrics-server.js';

/** How many programs have a distributor that enforces a tree which was not published here. All zeros is no tree. */
const STALE_ROOTS: Statement<[], { count: number }> = {
  name: 'count-stale-roots',
  text: `
    SELECT count(*)::int AS count FROM programs p CROSS JOIN LATERAL (
      SELECT root FROM reward_roots WHERE distributor_id = ${idOfAddress('p.distributor')}
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) r
    WHERE r.root <> '\\x${'00'.repeat(32)}'::bytea
      AND NOT EXISTS (SELECT FROM reward_trees t WHERE t.program_id = p.id AND t.root = r.root)`,
};

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
      const isHalted = indexHead.state().halted !== null;
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
