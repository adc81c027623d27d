/** Resolves after a time, or rejects with the signal's reason. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as unknown);
    };
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A time to wait before an attempt that follows others: twice as long each, of which at least half. */
export function backoff(attempt: number, firstMs: number, mostMs: number): number {
  return Math.min(firstMs * 2 ** attempt, mostMs) * (0.5 + Math.random() / 2);
}
