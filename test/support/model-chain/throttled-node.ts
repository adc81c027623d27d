import { seededRandom } from '../market-activity.js';
import { answerCall, type RpcCall } from './answer-call.js';
import type { HttpAnswer } from './faults.js';
import type { ModelChain } from './model-chain.js';

const THROTTLED = { error: { code: -32_005, message: 'request rate limited' } };

/** A sound node that lets a part of the calls through, each call of a batch by itself. */
export class ThrottledNode {
  calls = 0;
  private readonly random = seededRandom(1);

  /** @param share of calls that are refused */
  constructor(
    private readonly chain: ModelChain,
    private readonly share: number,
  ) {}

  respond(body: string): HttpAnswer & { readonly isOpen: boolean } {
    const parsed = JSON.parse(body) as RpcCall | RpcCall[];
    const texts = [parsed].flat().map((call) => {
      this.calls += 1;
      const outcome = this.random() < this.share ? THROTTLED : answerCall(this.chain.blocks, call);
      return JSON.stringify({ jsonrpc: '2.0', id: call.id, ...outcome });
    });
    return {
      status: 200,
      body: Array.isArray(parsed) ? `[${texts.join()}]` : (texts[0] ?? ''),
      isOpen: false,
    };
  }
}
