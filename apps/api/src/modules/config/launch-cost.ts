import { Injectable } from '@nestjs/common';
import { LaunchFundsReader } from '@slipway/chain';
import { systemClock, type AsOfBlock } from '@slipway/domain';

/** How long a chain that could not be asked is left alone, so that not every client waits for it. */
const RETRY_AFTER_MS = 2_000;

/** What a launch costs, for responses that are due while the chain is away. */
@Injectable()
export class LaunchCost {
  private known: bigint | null = null;
  private askAgainAt = 0;

  constructor(private readonly funds: LaunchFundsReader) {}

  /** The cost at a block; while the chain cannot be asked the last one known, and null when there is none. */
  async at(asOf: AsOfBlock): Promise<bigint | null> {
    if (systemClock.now().getTime() < this.askAgainAt) return this.known;
    try {
      this.known = (await this.funds.read(asOf, null)).cost;
    } catch {
      // Whatever it was, the chain has not said what a launch costs; the response has the other values.
      this.askAgainAt = systemClock.now().getTime() + RETRY_AFTER_MS;
    }
    return this.known;
  }
}
