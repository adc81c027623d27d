import type { ChainNode } from '@slipway/chain';
import type { Address, Clock } from '@slipway/domain';
import { emptyRows, type RewardRows } from '../decode/rows.js';
import { rewardAddressesOf } from '../fold/addresses-of.js';
import type { IndexerOptions } from '../registry/indexer-options.js';
import type { HeadBlock, IndexState } from '../fold/fold-batch.js';
import { AddressIds, insertAddresses } from '../tables/address-ids.js';
import { addDistributors, insertRewardEvents, listNewDistributors } from '../tables/rewards.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';
import type { CrossCheck } from './cross-check.js';
import { DistributorHistory } from './distributor-history.js';

/** A node that failed at a history is asked for it again after so long. */
const PAUSE_MS = 2_000;

/**
 * Takes in the distributors of programs that operators add. Their history up to the head goes into the tables in one transaction.
 * From then on their events are read with all others.
 */
export class DistributorFollower {
  private history: DistributorHistory | null = null;
  private pausedUntil = 0;

  constructor(
    private readonly writer: Writer,
    private readonly node: ChainNode,
    private readonly options: IndexerOptions,
    private readonly clock: Clock,
    private readonly crossCheck: CrossCheck,
  ) {}

  /**
   * Does what can be done now. @returns the distributors that are followed from now on
   * @throws NodeError when a history could not be read; for a while after it nothing is done here, and the index goes on
   */
  async attend(state: IndexState): Promise<readonly Address[]> {
    const { session } = this.writer;
    const distributors = await listNewDistributors(session);
    if (distributors.length === 0 || this.clock.now().getTime() < this.pausedUntil) return [];
    const { head, registry } = state;
    const rows = head === null ? null : await this.readHistory(distributors, head);
    if (head !== null && rows === null) return [];
    await inTransaction(this.writer, async () => {
      const history = rows ?? emptyRows();
      const addresses = new Set([...distributors, ...rewardAddressesOf(history)]);
      // The batch that was prepared meanwhile, with ids of its own, is dropped.
      const { idOf, added } = await new AddressIds().resolve(session, addresses);
      await insertAddresses(session, added);
      await insertRewardEvents(session, history, idOf);
      await addDistributors(session, distributors, idOf);
    });
    for (const distributor of distributors) registry.addDistributor(distributor);
    this.history = null;
    return distributors;
  }

  private async readHistory(distributors: readonly Address[], head: HeadBlock): Promise<RewardRows | null> {
    if (this.history?.distributors.join() !== distributors.join())
      this.history = new DistributorHistory(this.node, distributors, this.options, this.crossCheck);
    try {
      return await this.history.readTo(head);
    } catch (error) {
      this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
      throw error;
    }
  }
}
