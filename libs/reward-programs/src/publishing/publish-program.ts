import { encodeSetRoot, type RewardContracts } from '@slipway/chain';
import { buildClaimTree } from '../merkle/build-claim-tree.js';
import { countLeaves, rootOf, type NodeHex } from '../merkle/tree-layout.js';
import type { Address } from '@slipway/domain';
import { ProgramError, type Program } from '../rules/program.js';
import { balanceEntitlements } from '../rules/balance-rule.js';
import type { Entitlements } from '../rules/entitlements.js';
import { listEntitlements } from '../rules/list-rule.js';
import { endedDays, plannedEmissions, sumOf } from '../rules/program-days.js';
import { volumeEntitlements } from '../rules/volume-rule.js';
import type { ProgramHistory } from './read-history.js';
import type { TreesRepository } from './trees.repository.js';

/** A tree that waits for its root to be set, and what the distributor's owner has to sign for that. */
export interface Publication {
  readonly programId: string;
  readonly root: NodeHex;
  readonly leaves: number;
  readonly accountedUntil: Date;
  /** All in wei, all cumulative. */
  readonly total: bigint;
  readonly emitted: bigint;
  readonly remainder: bigint;
  readonly funded: bigint;
  readonly distributor: Address;
  readonly setRootCalldata: `0x${string}`;
}

/**
 * Computes the next cumulative tree of a program and keeps it as pending: it comes into force when the distributor's
 * owner sets its root. This service holds no key.
 *
 * @param until account for the days that had ended then; null: at the indexed head
 * @throws ProgramError when there is nothing to publish, or the distributor is not funded for the total; also when amounts would
 * shrink below published ones beyond the emission
 */
export async function publishProgram(
  program: Program,
  until: Date | null,
  history: ProgramHistory,
  trees: TreesRepository,
  contracts: RewardContracts,
): Promise<Publication> {
  const head = await history.findHead();
  if (head === null) throw new ProgramError('nothing is indexed yet');
  if (until !== null && until > head.time)
    throw new ProgramError(`the index is at ${head.time.toISOString()}; --until must not be later`);
  const earned = await computeEntitlements(program, until ?? head.time, history);
  if (earned === null) throw new ProgramError('no day of the program has ended yet');
  const before = await trees.findLast(program.id);
  if (before !== null && before.accountedUntil > earned.accountedUntil)
    throw new ProgramError(`a tree until ${before.accountedUntil.toISOString()} is published already`);

  const amounts = grow(earned.amounts, before === null ? new Map() : await trees.readAmounts(before.id));
  let total = 0n;
  for (const amount of amounts.values()) total += amount;
  if (total === 0n) throw new ProgramError('no account has earned anything yet');
  if (total > sumOf(endedDays(program, earned.accountedUntil)))
    throw new ProgramError(
      'the history changed: together with published amounts more is due than is emitted',
    );
  const paid = await trees.sumClaimed(program.distributor, program.rewardToken);
  const funded = paid + (await contracts.balance(program.rewardToken, program.distributor, head.block));
  if (total > funded)
    throw new ProgramError(
      `the distributor is funded for ${funded} wei, the tree needs ${total}: send it ${total - funded} wei more`,
    );

  const leaves = function* (): Generator<{ account: Address; reward: Address; amount: bigint }> {
    for (const [account, amount] of amounts) yield { account, reward: program.rewardToken, amount };
  };
  const tree = await buildClaimTree(leaves());
  const root = rootOf(tree.nodes);
  if (root === before?.root) throw new ProgramError('nothing changed since the last published tree');
  const { accountedUntil, emitted } = earned;
  await trees.add(program.id, tree, total, accountedUntil);
  return {
    programId: program.id,
    root,
    leaves: countLeaves(tree.leaves),
    accountedUntil,
    total,
    emitted,
    remainder: emitted - total,
    funded,
    distributor: program.distributor,
    setRootCalldata: encodeSetRoot(root),
  };
}

/** What all accounts earned in a program on the days that had ended at a time. With it, the end of the last; null before it. */
async function computeEntitlements(
  program: Program,
  until: Date,
  history: ProgramHistory,
): Promise<(Entitlements & { readonly accountedUntil: Date }) | null> {
  const days = endedDays(program, until);
  const last = days.at(-1);
  if (last === undefined) return null;
  const accountedUntil = new Date(last.to * 1_000);
  const { tokenAddress: token, startsAt } = program;
  const excluded = new Set(await history.listMarketContracts()).add(program.distributor);
  if (program.rule === 'list') {
    const entries = await history.listEntries(program.id);
    return { accountedUntil, ...listEntitlements(entries, days, plannedEmissions(program)) };
  }
  if (program.rule === 'balance' && token !== null) {
    const movements = await history.movements(token, accountedUntil);
    return { accountedUntil, ...balanceEntitlements(movements, days, excluded) };
  }
  const trades = await history.trades(token, startsAt, accountedUntil);
  return { accountedUntil, ...volumeEntitlements(trades, days, excluded) };
}

/** Amounts only grow: whatever was published may have been claimed. */
function grow(now: ReadonlyMap<Address, bigint>, before: ReadonlyMap<Address, bigint>): Map<Address, bigint> {
  const grown = new Map(now);
  for (const [account, amount] of before) {
    if (amount > (grown.get(account) ?? 0n)) grown.set(account, amount);
  }
  return grown;
}
