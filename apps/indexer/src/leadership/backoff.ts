import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleLogger } from '@nestjs/common';
import { NodeError, NodeUnavailableError } from '@slipway/chain';
import { describeError } from './describe-error.js';

const MIN_MS = 250;
const MAX_MS = 10_000;

/** Waits between failures, longer each time, with jitter; says what failed. */
export class Backoff {
  /** Failures in a row. */
  failures = 0;
  /** Which block, the first that is not indexed, the next failure is of. */
  block: number | null = null;

  constructor(
    private readonly logger: ConsoleLogger,
    private readonly signal: AbortSignal,
  ) {}

  reset(): void {
    this.failures = 0;
    this.block = null;
  }

  async wait(error: unknown): Promise<void> {
    this.failures += 1;
    const { block, failures } = this;
    // What only an operator can mend is no news every quarter of a second.
    const isHopeless = error instanceof NodeError && ['operator', 'elsewhere'].includes(error.remedy);
    const longest = isHopeless ? MAX_MS : Math.min(MAX_MS, MIN_MS * 2 ** failures);
    const askedFor = error instanceof NodeUnavailableError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = Math.round(Math.max(askedFor, longest * (0.5 + Math.random() / 2)));
    const line = { message: 'retrying', error: describeError(error), block, failures, waitMs };
    if (isHopeless) this.logger.error(line);
    else this.logger.warn(line);
    await pause(waitMs, this.signal);
  }
}

/** Waits, or returns at once when the program is to stop. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
