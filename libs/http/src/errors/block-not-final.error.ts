import type { AsOfBlock } from '@slipway/domain';
import { ApiError } from './api-error.js';

/** 422: nothing is served up to a block that is not final at the server which is read from. `FreshReads` waits, or asks the primary. */
export class BlockNotFinalError extends ApiError {
  override readonly name = 'BlockNotFinalError';

  /**
   * @param block the one asked for
   * @param latestBlock the newest final one
   * @param finalAt the head with which it is final
   */
  constructor(
    readonly block: bigint,
    latestBlock: number,
    readonly finalAt: bigint,
    asOf: AsOfBlock,
  ) {
    super('block_not_final', { details: { latestBlock }, asOf });
  }
}
