import type { IndexerState, WatchedHead } from './readiness-source.js';

/** What this instance cannot do: no request may be sent to it. docs/operate/runbook.md says what to do about each. */
export const READINESS_REASONS = [
  'stopping',
  'database_unreachable',
  'index_unread',
  'nothing_indexed',
  'indexer_lagging',
] as const;

/** What an operator is called for while every instance serves, at the block that it names. */
export const READINESS_WARNINGS = ['indexer_lagging', 'indexer_halted', 'indexer_failing'] as const;

type ReadinessReason = (typeof READINESS_REASONS)[number];
type ReadinessWarning = (typeof READINESS_WARNINGS)[number];

/** The head is polled each 100 ms: an instance that missed it for so long serves cached responses as new ones. */
const UNREAD_SECONDS = 10;

interface ReadinessChecks {
  readonly database: 'up' | 'down';
  readonly indexer: IndexerState & {
    readonly block: string | null;
    readonly blockTime: Date | null;
    readonly lagSeconds: number | null;
  };
}

export interface Readiness {
  readonly checks: ReadinessChecks;
  /** Why the instance is not ready; empty when it is. */
  readonly reasons: readonly ReadinessReason[];
  readonly warnings: readonly ReadinessWarning[];
}

interface Findings {
  readonly isStopping: boolean;
  readonly isDatabaseUp: boolean;
  readonly head: WatchedHead | null;
  readonly unreadSeconds: number;
  readonly indexer: IndexerState;
}

/** @param maxLagSeconds of an index that is served; null for any */
export function checkReadiness(findings: Findings, maxLagSeconds: number | null): Readiness {
  const { isStopping, isDatabaseUp, head, unreadSeconds, indexer } = findings;
  const reasons: ReadinessReason[] = [];
  if (isStopping) reasons.push('stopping');
  if (!isDatabaseUp) reasons.push('database_unreachable');
  else if (unreadSeconds > UNREAD_SECONDS) reasons.push('index_unread');
  else if (head === null) reasons.push('nothing_indexed');
  if (head !== null && maxLagSeconds !== null && head.lagSeconds > maxLagSeconds)
    reasons.push('indexer_lagging');
  const warnings: ReadinessWarning[] = [];
  if (head?.isLagging === true) warnings.push('indexer_lagging');
  if (indexer.halted !== null) warnings.push('indexer_halted');
  if (indexer.failing !== null) warnings.push('indexer_failing');
  return {
    checks: {
      database: isDatabaseUp ? 'up' : 'down',
      indexer: {
        block: head?.block.toString() ?? null,
        blockTime: head?.time ?? null,
        lagSeconds: head === null ? null : Math.round(head.lagSeconds),
        ...indexer,
      },
    },
    reasons,
    warnings,
  };
}
