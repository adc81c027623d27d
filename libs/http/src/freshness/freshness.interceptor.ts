import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { IndexHead } from '../cache/index-head.js';
import { ApiError } from '../errors/api-error.js';
import { findOperation, KnownToCache } from '../operation/operation-metadata.js';
import { CursorAheadError } from '../errors/cursor-ahead.error.js';
import { readMinBlock, refuseMinBlock } from './min-block.js';
import { PrimaryReads } from '../cache/primary-reads.js';

/** How long a request waits for a block, and how many may. They hold no connection meanwhile. */
const WAIT_MS = 200;
const MOST_WAITING = 100;
const LOOK_AGAIN_MS = 10;

/** A client that saw a block may be as far ahead of the index. */
const MOST_AHEAD = 2n;

/**
 * Serves reads of the chain no older than they ask to be: at `X-Min-Block` or later, and a cursor at the head that it is of. Where
 * reads go to a standby that is not there yet, a request waits a moment and is then served from the primary.
 */
@Injectable()
@KnownToCache()
export class FreshnessInterceptor implements NestInterceptor {
  private waiting = 0;

  constructor(
    private readonly head: IndexHead,
    private readonly primary: PrimaryReads,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    if (findOperation(context.getHandler())?.asOf !== true) return next.handle();
    const minBlock = readMinBlock(context.switchToHttp().getRequest<Request>());
    const handle = (): Promise<unknown> => lastValueFrom(next.handle());
    if (minBlock !== null && !(await this.reach(minBlock))) return of(await this.primary.run(handle));
    if (!this.primary.areElsewhere()) return next.handle();
    try {
      return of(await handle());
    } catch (error) {
      if (!(error instanceof CursorAheadError)) throw error;
      const isReached = await this.wait(() => !error.isAhead());
      return of(await (isReached ? handle() : this.primary.run(handle)));
    }
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
    if (((await primary.block()) ?? -1n) >= block) return false;
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
