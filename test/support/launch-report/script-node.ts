import { answerCall, type RpcCall } from '../model-chain/answer-call.js';
import type { ModelBlock } from '../model-chain/model-chain.js';

/** A sound node of a chain that is what it is told to be. */
export class ScriptNode {
  constructor(public blocks: readonly ModelBlock[]) {}

  respond(body: string): { status: number; body: string; isOpen: boolean } {
    const parsed = JSON.parse(body) as RpcCall | RpcCall[];
    const replies = [parsed]
      .flat()
      .map((call) => ({ jsonrpc: '2.0', id: call.id, ...answerCall(this.blocks, call) }));
    return { status: 200, body: JSON.stringify(Array.isArray(parsed) ? replies : replies[0]), isOpen: false };
  }
}
