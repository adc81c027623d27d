import { checkEvents } from '../fold/check-events.js';
import type { FeedRound } from '../fold/checked-range.js';
import { ContradictionError } from '../fold/contradiction.js';
import type { IndexState } from '../fold/fold-batch.js';
import { withoutFrozen } from '../fold/without-frozen.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import type { IdOf } from '../tables/address-ids.js';
import { checkBefore } from '../tables/check-before.js';
import type { ReadBatch } from './read-range.js';

interface CheckedBatch {
  /** Without what frozen apps did. */
  readonly batch: ReadBatch;
  /** The feed's last round after it. */
  readonly feed: FeedRound | null;
  /** Writes it, if it follows from what the tables have. @throws ContradictionError */
  readonly write: (session: Session, idOf: IdOf, write: () => Promise<void>) => Promise<void>;
}

/** Checks a batch by the contracts' arithmetic. @throws ContradictionError with the batch's events */
export async function checkBatch(
  whole: ReadBatch,
  { registry, findings, feed }: IndexState,
): Promise<CheckedBatch> {
  const batch = { ...whole, events: withoutFrozen(whole.events, registry, findings) };
  const withEvents = (error: unknown): never => {
    if (error instanceof ContradictionError) error.fresh = batch.events;
    throw error;
  };
  const checked = await checkEvents(batch.events, { registry, findings, feed }).catch(withEvents);
  return {
    batch,
    feed: checked.feed,
    // What the tables had is asked for before they are written.
    write: (session, idOf, write) =>
      runConcurrently([() => checkBefore(session, checked, findings, idOf), write]).catch(withEvents),
  };
}
