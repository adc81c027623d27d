import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IndexHead } from '../cache/index-head.js';
import { PrimaryReads } from '../cache/primary-reads.js';
import { ApiError } from '../errors/api-error.js';
import { BlockNotFinalError } from '../errors/block-not-final.error.js';
import { CursorAheadError } from '../errors/cursor-ahead.error.js';
import { refuseMinBlock } from './min-block.js';

/** How long a request waits for a block, and how many may. They hold no connection meanwhile. */
const WAIT_MS = 200;
const MOST_WAITING = 100;
const LOOK_AGAIN_MS = 10;

/** A client that saw a block may be as far ahead of the index. */
const MOST_AHEAD = 2n;

/**
 * Reads of the chain no older than they are asked to be. A block or a later one is asked for, or the head of a cursor. Blocks that are
 * final anywhere are final here. Where reads go to a standby that is not there yet, they wait a moment. Then they are made at the primary.
 */
@Injectable()
export class FreshReads {
  private waiting = 0;

  constructor(
    private readonly head: IndexHead,
    private readonly primary: PrimaryReads,
  ) {}

  /** Whether {@link run} has nothing to do but to read. */
  areAlways(minBlock: bigint | null): boolean {
    return minBlock === null && !this.primary.areElsewhere();
  }

  /**
   * @param minBlock of `X-Min-Block`; null without one
   * @param read is made again when its cursor was ahead
   * @throws ApiError when no server is at the block
   */
  async run<T>(minBlock: bigint | null, read: () => Promise<T>): Promise<T> {
    if (minBlock !== null && !(await this.reach(minBlock))) return this.primary.run(read);
    if (!this.primary.areElsewhere()) return read();
    try {
      return await read();
    } catch (error) {
      if (error instanceof CursorAheadError) return this.readLater(() => !error.isAhead(), read);
      if (error instanceof BlockNotFinalError && (await this.isAtPrimary(error.block)))
        return this.readLater(() => this.known() >= error.finalAt, read);
      throw error;
    }
  }

  /** A read of something that is not there at first: here once something holds that does not yet, else at the primary. */
  private async readLater<T>(holds: () => boolean, read: () => Promise<T>): Promise<T> {
    const isReached = !holds() && (await this.wait(holds));
    return isReached ? read() : this.primary.run(read);
  }

  private async isAtPrimary(block: bigint): Promise<boolean> {
    return ((await this.primary.block()) ?? -1n) >= block;
  }

  /** @returns false when the primary is there alone. @throws ApiError when nothing is */
  private async reach(block: bigint): Promise<boolean> {
    const { primary } = this;
    const isReached = (): boolean => this.known() >= block;
    // Without a head the handler has the words.
    if (isReached() || this.head.current() === null) return true;
    if (block > this.known() + MOST_AHEAD) {
      const known = primary.areElsewhere() ? ((await primary.block()) ?? -1n) : this.known();
      if (block > known + MOST_AHEAD) throw refuseMinBlock(known);
    }
    if (await this.wait(isReached)) return true;
    if (await this.isAtPrimary(block)) return false;
    const details = { reason: 'block_not_indexed' };
    throw new ApiError('service_unavailable', { details, headers: { 'Retry-After': '1' } });
  }

  private known(): bigint {
    return this.head.current()?.block ?? -1n;
  }

  /** @returns whether it holds; false at once when too many wait */
  private async wait(holds: () => boolean): Promise<boolean> {
    if (this.waiting >= MOST_WAITING) return holds();
    this.waiting += 1;
    try {
      const endsAt = performance.now() + WAIT_MS;
      while (!holds() && performance.now() < endsAt) await delay(LOOK_AGAIN_MS);
      return holds();
    } finally {
      this.waiting -= 1;
    }
  }
}
