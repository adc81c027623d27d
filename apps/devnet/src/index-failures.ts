import { HEAD_CHANNEL, ListenNotifyQuery } from '@slipway/database';

interface FailureRow {
  readonly what: string;
  readonly failure: string | null;
}

/** The writer's failure is read as JSON: not every version of the table has it. */
const FAILURES = {
  name: 'index-failures',
  text: `SELECT 'The indexer' AS what, coalesce(halted_reason, to_jsonb(w) ->> 'failure') AS failure
      FROM index_writer w
    UNION ALL
    SELECT format('The %s (job %s)', kind, id), failure FROM maintenance_jobs WHERE finished_at IS NULL`,
};

/**
 * Says what the indexer and its jobs fail at again and again: once for each cause, and when they go on.
 *
 * @param databaseUrl of a login that has the indexer's role
 */
export function watchIndexFailures(
  databaseUrl: string,
  say: (line: string) => void,
): ListenNotifyQuery<FailureRow> {
  const told = new FailureLines(say);
  return new ListenNotifyQuery<FailureRow>({
    settings: { url: databaseUrl, role: 'slipway_indexer' },
    channel: HEAD_CHANNEL,
    query: FAILURES,
    onRead: (rows) => {
      told.see(rows);
    },
    // A server that ends or does not start is told of by the process that runs it.
    onError: () => undefined,
  });
}

/** Tells a failure when its cause changes; a retry that names another block is no other cause. */
export class FailureLines {
  private readonly causes = new Map<string, string>();

  constructor(private readonly say: (line: string) => void) {}

  see(rows: readonly FailureRow[]): void {
    const open = new Map(rows.map(({ what, failure }) => [what, failure]));
    for (const what of [...this.causes.keys()].filter((one) => (open.get(one) ?? null) === null)) {
      this.causes.delete(what);
      this.say(`${what} ${open.has(what) ? 'goes on' : 'has ended'}`);
    }
    for (const [what, failure] of open) {
      if (failure === null) continue;
      const cause = failure.replaceAll(/\d+/g, '');
      if (this.causes.get(what) !== cause) this.say(`! ${what} fails, and tries again: ${failure}`);
      this.causes.set(what, cause);
    }
  }
}
