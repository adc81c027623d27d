import { idOfAddress, type Statement } from '@slipway/database';

/** How many programs have a distributor that enforces a tree which was not published here. All zeros is no tree. */
export const STALE_ROOTS: Statement<[], { count: number }> = {
  name: 'count-stale-roots',
  text: `
    SELECT count(*)::int AS count FROM programs p CROSS JOIN LATERAL (
      SELECT root FROM reward_roots WHERE distributor_id = ${idOfAddress('p.distributor')}
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) r
    WHERE r.root <> '\\x${'00'.repeat(32)}'::bytea
      AND NOT EXISTS (SELECT FROM reward_trees t WHERE t.program_id = p.id AND t.root = r.root)`,
};
