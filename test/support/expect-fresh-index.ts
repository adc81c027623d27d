import { dumpFreshIndex, dumpIndex } from './index-fixture.js';

/** Fails unless an index is, row for row, what a fresh one of the same chain is. Options are of the fresh one. */
export async function expectFreshIndex(
  databaseUrl: string,
  ...fresh: Parameters<typeof dumpFreshIndex>
): Promise<void> {
  expect(await dumpIndex(databaseUrl)).toEqual(await dumpFreshIndex(...fresh));
}
