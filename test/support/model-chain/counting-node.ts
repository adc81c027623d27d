import { numberToHex } from 'viem';
import { answerCall, type RpcCall } from './answer-call.js';
import type { ModelChain } from './model-chain.js';

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const ZERO_HASH = `0x${'0'.repeat(64)}`;

/** What other indexers want of a block and of a transaction, besides what ours reads. */
const BLOCK_FIELDS = {
  ...{
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    totalDifficulty: '0x0',
    size: '0x400',
    extraData: '0x',
  },
  ...{ miner: ZERO_ADDRESS, mixHash: ZERO_HASH, sha3Uncles: ZERO_HASH, stateRoot: ZERO_HASH, uncles: [] },
  ...{ receiptsRoot: ZERO_HASH, transactionsRoot: ZERO_HASH, baseFeePerGas: '0x1' },
};
const TRANSACTION_FIELDS = {
  ...{ from: ZERO_ADDRESS, to: ZERO_ADDRESS, value: '0x0', gas: '0x5208', gasPrice: '0x1', input: '0x' },
  ...{ nonce: '0x0', type: '0x0', v: '0x1b', r: ZERO_HASH, s: ZERO_HASH },
};

/** A node that counts what it is asked. */
export class CountingNode {
  requests = 0;
  readonly calls = new Map<string, number>();

  /** @param mostBlocks of one `eth_getLogs` @param hidden blocks whose logs it never gives for a filter */
  constructor(
    private readonly chain: ModelChain,
    private readonly mostBlocks = Infinity,
    private readonly hidden: ReadonlySet<number> = new Set(),
  ) {}

  get allCalls(): number {
    return [...this.calls.values()].reduce((sum, calls) => sum + calls, 0);
  }

  respond(body: string): { status: number; body: string; isOpen: boolean } {
    this.requests += 1;
    const parsed = JSON.parse(body) as RpcCall | RpcCall[];
    const replies = [parsed].flat().map((call) => ({ jsonrpc: '2.0', id: call.id, ...this.answer(call) }));
    const sent = JSON.stringify(Array.isArray(parsed) ? replies : replies[0]);
    return { status: 200, body: sent, isOpen: false };
  }

  private answer(call: RpcCall): object {
    const { method, params } = call;
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
      if (Number(toBlock) - Number(fromBlock) >= this.mostBlocks)
        return { error: { code: -32_602, message: `block range exceeds the limit of ${this.mostBlocks}` } };
    }
    const outcome = answerCall(this.chain.blocks, call);
    if (method === 'eth_getLogs' && 'result' in outcome) {
      const logs = (outcome.result ?? []) as readonly { readonly blockNumber: string }[];
      return { result: logs.filter(({ blockNumber }) => !this.hidden.has(Number(blockNumber))) };
    }
    if (!method.startsWith('eth_getBlockBy') || !('result' in outcome)) return outcome;
    return { result: withFields(outcome.result as Block | null, params[1] === true) };
  }
}

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly transactions: readonly string[];
}

function withFields(block: Block | null, isWhole: boolean): unknown {
  if (block === null) return null;
  const { number: blockNumber, hash: blockHash } = block;
  const transactions = block.transactions.map((hash, i) => ({
    ...TRANSACTION_FIELDS,
    ...{ hash, blockHash, blockNumber, transactionIndex: numberToHex(i) },
  }));
  return { ...BLOCK_FIELDS, ...block, ...(isWhole && { transactions }) };
}
