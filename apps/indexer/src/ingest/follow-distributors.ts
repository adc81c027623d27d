import type { ChainNode } from '#chain';
import type { Address } from '#values';
import type { IndexState } from '../store/read-state.js';
import { addDistributors, insertRewardFacts, listNewDistributors } from '../store/reward-facts.js';
import { inTransaction } from '../store/transaction.js';
import type { Writer } from '../store/writer-connection.js';
import { readDistributorHistory } from './read-distributor-history.js';

/**
 * Begins to follow the distributors of programs that operators added: their history up to the head goes into the
 * tables in one transaction, and their events are read with all others from then on.
 *
 * @returns the distributors that are new
 */
export async function followDistributors(
  writer: Writer,
  node: ChainNode,
  state: IndexState,
  range: { readonly startBlock: number; readonly maxRange: number },
): Promise<readonly Address[]> {
  const { session } = writer;
  const distributors = await listNewDistributors(session);
  if (distributors.length === 0) return [];
  const { head, registry } = state;
  const history = head === null ? null : await readDistributorHistory(node, distributors, head, range);
  // The fork is found by the step itself; the distributors are as new as before after it.
  if (head !== null && history === null) return [];
  await inTransaction(writer, async () => {
    if (history !== null) await insertRewardFacts(session, history);
    await addDistributors(session, distributors);
  });
  for (const distributor of distributors) registry.addDistributor(distributor);
  return distributors;
}
