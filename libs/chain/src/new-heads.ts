import { setTimeout as delay } from 'node:timers/promises';
import { createClient, webSocket } from 'viem';

/** A WebSocket that never opened is tried again after this: most often the node offers none. */
const RETRY_MS = 30_000;

/** One that worked is opened anew soon. */
const REOPEN_MS = 1_000;

/**
 * Hears from nodes that there is a new block, by `eth_subscribe` over WebSockets. What the block is, and whether it is
 * true, is asked elsewhere: this is only a reason to look at once instead of at the next poll.
 */
export class NewHeads {
  private announced: () => void = () => undefined;

  /** @param urls WebSocket URLs; each is kept open for as long as the signal is not given */
  constructor(urls: readonly string[], signal: AbortSignal) {
    for (const url of urls) void this.listen(url, signal);
  }

  /** Returns at the next announcement, or after some time without one. */
  async next(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const done = new AbortController();
    const announced = new Promise<void>((resolve) => {
      this.announced = resolve;
    });
    const waited = delay(timeoutMs, undefined, { signal: AbortSignal.any([signal, done.signal]) });
    await Promise.race([announced, waited]).catch(() => undefined);
    done.abort();
    await waited.catch(() => undefined);
  }

  private async listen(url: string, signal: AbortSignal): Promise<void> {
    let hasWorked = false;
    while (!signal.aborted) {
      hasWorked = (await this.untilClosed(url, signal)) || hasWorked;
      await delay(hasWorked ? REOPEN_MS : RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** @returns whether it was open at all */
  private async untilClosed(url: string, signal: AbortSignal): Promise<boolean> {
    try {
      const { transport } = createClient({
        transport: webSocket(url, { keepAlive: true, reconnect: false, retryCount: 0 }),
      });
      await new Promise<void>((resolve, reject) => {
        const end = async (): Promise<void> => {
          (await transport.getRpcClient()).close();
          resolve();
        };
        signal.addEventListener('abort', () => void end().catch(reject), { once: true });
        transport
          .subscribe({
            params: ['newHeads'],
            onData: () => {
              this.announced();
            },
            onError: () => void end().catch(reject),
          })
          .catch(reject);
      });
      return true;
    } catch {
      // No WebSocket there: polling goes on, as it would without one.
      return false;
    }
  }
}

/** Where nodes may offer WebSockets, when nobody says: at the same address, as most of them do. */
export function webSocketUrls(httpUrls: readonly string[]): string[] {
  return httpUrls.map((url) => url.replace(/^http/, 'ws'));
}
