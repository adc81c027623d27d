/** A cursor is of a head that the server which is read from does not have yet. `FreshReads` waits, or asks the primary. */
export class CursorAheadError extends Error {
  override readonly name = 'CursorAheadError';

  /** @param isAhead whether it still is */
  constructor(readonly isAhead: () => boolean) {
    super('the cursor is of a later head');
  }
}
