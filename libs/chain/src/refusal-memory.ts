import { createHash } from 'node:crypto';
import { NoMethodError, RangeTooLargeError, RequestTooLargeError, type NodeError } from './node-error.js';
import type { RpcCall } from './classify-refusal.js';

/** So long a request that was too large is not sent again, nor a method asked for that there is another way without. */
const REMEMBERED_MS = { tooLarge: 600_000, noMethod: 30_000 };

const DISPENSABLE: readonly string[] = ['eth_getBlockReceipts', 'eth_getTransactionReceipt'];

const MAX_REMEMBERED = 1_000;

/** What a node refused for good: surely for its size, or for want of a method. Whatever else it says, it may not say again. */
export class RefusedRequests {
  private readonly refusals = new Map<string, { readonly error: NodeError; readonly until: number }>();

  /** @returns the error that the node refused this request with lately; null when it did not */
  find(calls: readonly RpcCall[], text: string): NodeError | null {
    if (this.refusals.size === 0) return null;
    const [call] = calls;
    return this.lookUp(keyOf(text)) ?? (call === undefined ? null : this.lookUp(call.method));
  }

  add(calls: readonly RpcCall[], text: string, error: NodeError): void {
    const [call] = calls;
    if (error instanceof RangeTooLargeError || error instanceof RequestTooLargeError)
      this.keep(keyOf(text), error, REMEMBERED_MS.tooLarge);
    else if (error instanceof NoMethodError && call !== undefined && DISPENSABLE.includes(call.method))
      this.keep(call.method, error, REMEMBERED_MS.noMethod);
  }

  private lookUp(key: string): NodeError | null {
    const refusal = this.refusals.get(key);
    if (refusal === undefined) return null;
    if (refusal.until > Date.now()) return refusal.error;
    this.refusals.delete(key);
    return null;
  }

  private keep(key: string, error: NodeError, forMs: number): void {
    if (this.refusals.has(key)) return;
    const [oldest] = this.refusals.keys();
    if (oldest !== undefined && this.refusals.size >= MAX_REMEMBERED) this.refusals.delete(oldest);
    this.refusals.set(key, { error, until: Date.now() + forMs });
  }
}

function keyOf(request: string): string {
  return createHash('sha1').update(request).digest('base64');
}
