import type { IndexFailure, IndexRepair, WatchedHead } from './readiness-source.js';

/** Why the service may not be ready. docs/operate/runbook.md says what to do about each. */
export const READINESS_REASONS = [
  'stopping',
  'database_unreachable',
  'nothing_indexed',
  'indexer_lagging',
  'indexer_halted',
] as const;

type ReadinessReason = (typeof READINESS_REASONS)[number];

export interface ReadinessChecks {
  readonly database: 'up' | 'down';
  readonly indexer: {
    readonly block: string | null;
    readonly blockTime: string | null;
    readonly lagSeconds: number | null;
    /** Why it writes no more: an operator has to decide. */
    readonly halted: string | null;
    /** What it is repaired for: it goes on by itself, and is older than the chain until then. */
    readonly repairing: IndexRepair | null;
    /** What it fails at again and again, and at which block; null while it goes on. */
    readonly failing: {
      readonly block: string | null;
      readonly error: string;
      readonly since: string | null;
    } | null;
  };
}

export interface Readiness {
  readonly checks: ReadinessChecks;
  /** Why the service is not ready; empty when it is. */
  readonly reasons: readonly ReadinessReason[];
}

interface Findings {
  readonly isStopping: boolean;
  readonly isDatabaseUp: boolean;
  readonly head: WatchedHead | null;
  readonly haltedReason: string | null;
  readonly indexRepair: IndexRepair | null;
  readonly indexFailure: IndexFailure | null;
}

/** Checks the findings: ready means here to stay, a database that responds and an index of the present. */
export function checkReadiness({
  isStopping,
  isDatabaseUp,
  head,
  haltedReason,
  indexRepair,
  indexFailure,
}: Findings): Readiness {
  const reasons: ReadinessReason[] = [];
  if (isStopping) reasons.push('stopping');
  if (!isDatabaseUp) reasons.push('database_unreachable');
  if (head === null) reasons.push('nothing_indexed');
  else if (head.isLagging && indexRepair === null) reasons.push('indexer_lagging');
  if (haltedReason !== null) reasons.push('indexer_halted');
  return {
    checks: {
      database: isDatabaseUp ? 'up' : 'down',
      indexer: {
        block: head?.block.toString() ?? null,
        blockTime: head?.time.toISOString() ?? null,
        lagSeconds: head === null ? null : Math.round(head.lagSeconds),
        halted: haltedReason,
        repairing: indexRepair,
        failing: indexFailure && { ...indexFailure, since: indexFailure.since?.toISOString() ?? null },
      },
    },
    reasons,
  };
}
