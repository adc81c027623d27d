import { NodeError, type ChainNode } from '@slipway/chain';
import type { Clock } from '@slipway/domain';

/** How often nodes are asked: the block moves by whole epochs, or proofs. */
const REFRESH_MS = 2_000;

/** The chain's `finalized` block, as far as nodes have said. */
export class FinalizedBlock {
  /** Its number; -1 before a node said. It never falls: what was final stays so. */
  number = -1;
  /** Why it is not known anew; null when it is. */
  failure: string | null = null;
  private askedAt = -Infinity;

  constructor(private readonly clock: Clock) {}

  /** Asks again when it is time to. @param newest no block above it is believed to be final @param most blocks that it may be behind */
  async follow(node: ChainNode, newest: number, most: number): Promise<void> {
    const now = this.clock.now().getTime();
    if (now - this.askedAt < REFRESH_MS) return;
    this.askedAt = now;
    try {
      const { number } = await node.finalized();
      if (number <= newest) this.number = Math.max(this.number, number);
      const isTooFar = newest - this.number > most;
      this.failure = isTooFar
        ? `the nodes' finalized block is ${this.number}, ${newest - this.number} behind: blocks ${most} back are taken for final`
        : null;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      const since = this.number < 0 ? `blocks ${most} back are taken for final` : `it stays ${this.number}`;
      this.failure = `the nodes' finalized block is not known, ${since}: ${error.message}`;
    }
  }
}
