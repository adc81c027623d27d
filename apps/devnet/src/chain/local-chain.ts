import { numberToHex, type Address, type Hex } from 'viem';
import type { JsonRpc, RpcCall } from './json-rpc.js';

/** A transaction of an account whose key the chain does not ask for. */
export interface LocalTransaction {
  readonly from: Address;
  /** Absent: deploys `data`. */
  readonly to?: Address;
  readonly data: Hex;
}

interface Receipt {
  readonly status: Hex;
  readonly transactionHash: Hex;
}

/** Far above what any of ours needs: no estimates. */
const GAS = numberToHex(6_000_000);

/** Twice the base fee of a fresh chain, in wei. */
const GAS_PRICE = 2_000_000_000;

/** Blocks whose receipts are asked for at once. */
const RECEIPT_BATCH = 200;

/**
 * Writes history on an anvil chain: unsigned transactions, explicit nonces and block times, two round trips a block.
 * While it is open the chain mines only when told to. `close` looks at every receipt, so nothing fails unseen.
 */
export class LocalChain {
  private readonly nonces = new Map<Address, number>();
  private readonly expected = new Map<number, number>();
  private pending: RpcCall[] = [];

  private constructor(
    private readonly rpc: JsonRpc,
    private height: number,
  ) {}

  static async open(rpc: JsonRpc): Promise<LocalChain> {
    const [height] = await rpc.batch([
      { method: 'eth_blockNumber' },
      { method: 'anvil_autoImpersonateAccount', params: [true] },
      { method: 'evm_setAutomine', params: [false] },
    ]);
    return new LocalChain(rpc, Number(height));
  }

  /** Reads the next nonces of accounts; without it an account is taken for new. */
  async readNonces(accounts: readonly Address[]): Promise<void> {
    const counts = await this.rpc.batch(
      accounts.map((account) => ({ method: 'eth_getTransactionCount', params: [account, 'latest'] })),
    );
    accounts.forEach((account, i) => this.nonces.set(account, Number(counts[i])));
  }

  /** Adds a transaction to the next block, after those already added. */
  add({ from, to, data }: LocalTransaction): void {
    const nonce = this.nonces.get(from) ?? 0;
    this.nonces.set(from, nonce + 1);
    // Miners order a block by price: each a little cheaper than the one before keeps our order.
    const gasPrice = numberToHex(GAS_PRICE - this.pending.length);
    const transaction = { from, ...(to && { to }), data, gas: GAS, gasPrice, nonce: numberToHex(nonce) };
    this.pending.push({ method: 'eth_sendTransaction', params: [transaction] });
  }

  /**
   * Mines the added transactions.
   *
   * @param timestamp the block's time in Unix seconds, after the last block's
   * @returns the block's number
   */
  async mine(timestamp: number): Promise<number> {
    const calls = this.pending;
    this.pending = [];
    this.height += 1;
    this.expected.set(this.height, calls.length);
    // Not in one batch: anvil begins the calls of a batch in order, and ends them as it likes.
    await this.rpc.batch(calls);
    await this.rpc.call('evm_mine', { timestamp });
    return this.height;
  }

  /**
   * Checks every transaction, and gives the chain back: it mines by itself and asks for signatures.
   *
   * @param time what the chain's clock shows, in Unix seconds; it runs on from there
   * @throws Error when a transaction failed or is not in its block
   */
  async close(time = Math.floor(Date.now() / 1000)): Promise<void> {
    await this.verify();
    await this.rpc.batch([
      { method: 'anvil_setTime', params: [time] },
      { method: 'evm_setAutomine', params: [true] },
      { method: 'anvil_autoImpersonateAccount', params: [false] },
    ]);
  }

  private async verify(): Promise<void> {
    const sent = [...this.expected];
    for (let i = 0; i < sent.length; i += RECEIPT_BATCH) {
      const some = sent.slice(i, i + RECEIPT_BATCH);
      const receipts = await this.rpc.batch(
        some.map(([block]) => ({ method: 'eth_getBlockReceipts', params: [numberToHex(block)] })),
      );
      for (const [j, [block, count]] of some.entries()) verifyBlock(block, count, receipts[j] as Receipt[]);
    }
    this.expected.clear();
  }
}

function verifyBlock(block: number, sent: number, receipts: readonly Receipt[]): void {
  if (receipts.length !== sent)
    throw new Error(`block ${block} has ${receipts.length} transactions, ${sent} were sent`);
  const failed = receipts.find(({ status }) => status !== '0x1');
  if (failed) throw new Error(`transaction ${failed.transactionHash} in block ${block} failed`);
}
