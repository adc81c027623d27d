import { setTimeout as delay } from 'node:timers/promises';
import { createClient, webSocket } from 'viem';

/** When a WebSocket is tried again, in milliseconds: one that never opened (most often the node offers none), or worked. */
const WAITS = { never: 30_000, worked: 1_000 };

/** Hears from nodes that there may be a new block, by `eth_subscribe`: a reason to look before the next poll. */
export class NewHeads {
  /** Settles once the signal was given and nothing is open any more. */
  readonly ended: Promise<unknown>;

  private announced: () => void = () => undefined;

  /** @param urls WebSocket URLs; each is kept open for as long as the signal is not given */
  constructor(
    urls: readonly string[],
    signal: AbortSignal,
    private readonly waits = WAITS,
  ) {
    this.ended = Promise.all(urls.map((url) => this.listen(url, signal)));
  }

  /** Returns at the next announcement, or after some time without one. */
  async next(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      signal.addEventListener('abort', end);
      this.announced = end;
    });
  }

  private async listen(url: string, signal: AbortSignal): Promise<void> {
    let hasWorked = false;
    while (!signal.aborted) {
      hasWorked = (await this.untilClosed(url, signal)) || hasWorked;
      const waitMs = hasWorked ? this.waits.worked : this.waits.never;
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async untilClosed(url: string, signal: AbortSignal): Promise<boolean> {
    const { transport } = createClient({
      transport: webSocket(url, { keepAlive: true, reconnect: false, retryCount: 0 }),
    });
    const closed = new AbortController();
    let close: () => void = () => undefined;
    try {
      const socket = await transport.getRpcClient();
      close = () => {
        socket.close();
      };
      await new Promise<void>((resolve, reject) => {
        const onError = (): void => {
          resolve();
        };
        if (signal.aborted) onError();
        signal.addEventListener('abort', onError, { signal: closed.signal });
        const onData = (): void => {
          this.announced();
        };
        transport.subscribe({ params: ['newHeads'], onData, onError }).catch(reject);
      });
      return true;
    } catch {
      // No WebSocket there: polling goes on, as it would without one.
      return false;
    } finally {
      closed.abort();
      close();
    }
  }
}

/** Where nodes may offer WebSockets, when no setting says: at the same address, as most of them do. */
export function webSocketUrls(httpUrls: readonly string[]): string[] {
  return httpUrls.map((url) => url.replace(/^http/, 'ws'));
}
