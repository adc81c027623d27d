import { Cursors, type CursorKeys, type PrimaryReads } from '@slipway/http';
import type { IndexedHead } from '@slipway/database';

/** A head as repositories return it. */
export const HEAD: IndexedHead = {
  block: 7n,
  time: new Date(1_700_000_000_000),
  version: 'v',
  hash: '07'.repeat(32),
  indexRevision: '5',
  lagSeconds: 0,
  isLagging: false,
};

const KEY = Buffer.alloc(32, 7);

/** One database, which is the primary. */
export const ONE_DATABASE: PrimaryReads = {
  areElsewhere: () => false,
  block: () => Promise.resolve(HEAD.block),
  run: (work) => work(),
  isInside: () => false,
};

/** Cursors under a key of the test's own. */
export const testCursors = (): Cursors =>
  new Cursors(
    { signer: () => KEY, accepted: () => [KEY] } satisfies CursorKeys,
    { current: () => HEAD },
    ONE_DATABASE,
  );

/** A repository that has some of its methods; the others are not there. */
export const stub = <T>(methods: Partial<T>): T => methods as T;
