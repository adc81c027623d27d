import {
  DISTRIBUTOR_EVENTS,
  InconsistentNodeError,
  NodeError,
  type BlockHeader,
  type ChainNode,
} from '@slipway/chain';
import type { Address } from '@slipway/domain';
import { addReward, type RewardRows } from '../decode/rows.js';
import { firstUnfinal, type IndexerOptions } from '../registry/indexer-options.js';
import type { Batch, HeadBlock } from '../fold/fold-batch.js';
import type { Contracts } from '../registry/app-registry.js';
import { fixedContracts } from '../registry/fixed-contracts.js';
import { HeadersNeededError, type CrossCheck } from './cross-check.js';
import { RangePlan } from './range-plan.js';
import { RangeReader } from './read-range.js';

/** Rows of blocks up to one, which are a chain. */
interface Part {
  readonly rows: RewardRows;
  last: BlockHeader | null;
}

const emptyPart = (): Part => ({ rows: { rewardRoots: [], rewardClaims: [] }, last: null });

/**
 * All logs of distributors from the first block on, with the proofs of any range: for programs that are added later. Final
 * logs are kept between calls. They count once they are one chain of headers that ends in the index's head.
 */
export class DistributorHistory {
  private final = emptyPart();
  private readonly plan: RangePlan;
  private readonly reader: RangeReader;
  private readonly contracts: Contracts;
  private isReading = false;
  private failure: Error | null = null;

  constructor(
    private readonly node: ChainNode,
    readonly distributors: readonly Address[],
    private readonly options: IndexerOptions,
    private readonly crossCheck: CrossCheck,
  ) {
    this.plan = new RangePlan(options, crossCheck.isPossible);
    this.reader = new RangeReader(node);
    this.contracts = fixedContracts(distributors, DISTRIBUTOR_EVENTS);
  }

  /**
   * Goes on reading. A long history is read in parallel with the index's own steps, which wait only for its last blocks.
   * @returns null when there is more to read, or the node's chain does not hold the head: a fork is to be resolved first
   * @throws NodeError the failure of a read; earlier reads are kept
   */
  async readTo(head: HeadBlock): Promise<RewardRows | null> {
    if (this.isReading) return null;
    if (this.failure !== null) {
      const { failure } = this;
      this.failure = null;
      throw failure;
    }
    const unfinal = firstUnfinal(this.options, head.number);
    if (unfinal - this.next(this.final) < this.options.maxRange) return this.complete(head);
    this.isReading = true;
    this.readFinal(head)
      .catch((error: unknown) => {
        this.failure = error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.isReading = false;
      });
    return null;
  }

  private async readFinal(head: HeadBlock): Promise<void> {
    const latest = await this.node.latest();
    const last = Math.min(head.number, firstUnfinal(this.options, latest.number) - 1);
    while (this.next(this.final) <= last) await this.extend(this.final, last, latest);
  }

  private async complete(head: HeadBlock): Promise<RewardRows | null> {
    // An index that was taken back has less than the reads.
    if (this.final.last !== null && this.final.last.number > head.number) this.final = emptyPart();
    const latest = await this.node.latest();
    if (latest.number < head.number) return null;
    const { rewardRoots, rewardClaims } = this.final.rows;
    const rows = { rewardRoots: [...rewardRoots], rewardClaims: [...rewardClaims] };
    const whole = { rows, last: this.final.last };
    while (this.next(whole) <= head.number) await this.extend(whole, head.number, latest);
    return whole.last?.hash === head.hash ? rows : null;
  }

  private next({ last }: Part): number {
    return last === null ? this.options.startBlock : last.number + 1;
  }

  private async extend(part: Part, upTo: number, latest: BlockHeader): Promise<void> {
    const batch = await this.read(this.next(part), upTo, latest);
    if (part.last !== null && batch.from.parentHash !== part.last.hash) {
      // On a local chain even final blocks may be gone.
      this.final = emptyPart();
      throw new InconsistentNodeError(`block ${batch.from.number} is no child of the block before it`);
    }
    for (const event of batch.events)
      addReward(part.rows, event, new Date(Number(batch.headers.get(event.blockNumber)?.timestamp) * 1_000));
    part.last = batch.to;
  }

  private async read(from: number, upTo: number, latest: BlockHeader): Promise<Batch> {
    const unfinal = firstUnfinal(this.options, latest.number);
    const range = this.plan.next(from, upTo, unfinal);
    try {
      const read = range.isLong
        ? await this.reader.readLong(this.contracts, range, latest, this.crossCheck)
        : await this.reader.read(this.contracts, range, latest, unfinal);
      const batch = await this.reader.complete(read);
      this.plan.accept(range, batch.logs, batch.events.length);
      return batch;
    } catch (error) {
      if (error instanceof HeadersNeededError) this.plan.needHeaders(from, error);
      else if (!(error instanceof NodeError) || error.remedy !== 'smaller' || !this.plan.refuse(from, error))
        throw error;
      return this.read(from, upTo, latest);
    }
  }
}
