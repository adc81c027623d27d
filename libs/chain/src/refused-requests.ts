import { createHash } from 'node:crypto';
import type { NodeError } from './node-error.js';

/** So long a request that was refused is not sent again. */
const REMEMBERED_MS = 600_000;

/** An operator may mend what these need: they are asked for again soon. */
const REMEMBERED_SHORT_MS = 30_000;

/** Requests whose refusal depends on their size: smaller ones may succeed, and are to be sent. */
const SHRINKABLE = /^\{"method":"eth_get(Logs|BlockReceipts)"/;

const MAX_REMEMBERED = 1_000;

/** What a node refused: asked the same again it would say the same. */
export class RefusedRequests {
  private readonly refusals = new Map<string, { readonly error: NodeError; readonly until: number }>();

  /** @throws the error that the node refused this request with, when it did lately */
  check(request: string): void {
    if (this.refusals.size === 0) return;
    const key = keyOf(request);
    const refusal = this.refusals.get(key);
    if (refusal === undefined) return;
    if (refusal.until > Date.now()) throw refusal.error;
    this.refusals.delete(key);
  }

  add(request: string, error: NodeError): void {
    const key = keyOf(request);
    if (this.refusals.has(key)) return;
    const [oldest] = this.refusals.keys();
    if (oldest !== undefined && this.refusals.size >= MAX_REMEMBERED) this.refusals.delete(oldest);
    const forMs = SHRINKABLE.test(request) ? REMEMBERED_MS : REMEMBERED_SHORT_MS;
    this.refusals.set(key, { error, until: Date.now() + forMs });
  }
}

function keyOf(request: string): string {
  return createHash('sha1').update(request).digest('base64');
}
