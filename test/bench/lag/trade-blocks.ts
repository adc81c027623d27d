import { encodeFunctionData, numberToHex } from 'viem';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { JsonRpc } from '../../../apps/devnet/src/chain/json-rpc.js';
import type { LaunchpadFixture } from '../../support/launchpad-fixture.js';
import { seededRandom } from '../../support/market-activity.js';

const TOKEN = 10n ** 18n;
const TRADERS = 9;
const GAS = numberToHex(400_000);

/** A block that the node has. */
export interface MinedBlock {
  readonly number: number;
  /** `performance.now()` when the node had said so. */
  readonly arrivedAt: number;
}

/** Mines blocks full of trades on a chain that mines only when told to. */
export class TradeBlocks {
  private readonly rpc: JsonRpc;
  private readonly random = seededRandom(100);

  constructor(
    private readonly fixture: LaunchpadFixture,
    private readonly tokens: readonly string[],
  ) {
    this.rpc = new JsonRpc(fixture.anvil.rpcUrl);
  }

  /** @param trades buys, and a sale for every four of them */
  async mine(trades: number): Promise<MinedBlock> {
    const nonces = await this.nonces();
    const calls = Array.from({ length: trades }, (_, i) => ({
      method: 'eth_sendTransaction',
      params: [this.transaction(i % 5 === 4, nonces)],
    }));
    await this.rpc.batch(calls);
    await this.rpc.call('evm_mine');
    const arrivedAt = performance.now();
    return { number: Number(await this.rpc.call<string>('eth_blockNumber')), arrivedAt };
  }

  /** Given by us: anvil takes the calls of a large batch side by side, and gave two of them the same. */
  private async nonces(): Promise<number[]> {
    const counts = await this.rpc.batch(
      Array.from({ length: TRADERS }, (_, i) => ({
        method: 'eth_getTransactionCount',
        params: [this.fixture.trader(i), 'latest'],
      })),
    );
    return counts.map(Number);
  }

  private transaction(isSale: boolean, nonces: number[]): Record<string, string> {
    const trader = Math.floor(this.random() * TRADERS);
    const nonce = nonces[trader] ?? 0;
    nonces[trader] = nonce + 1;
    const token = this.tokens[Math.floor(this.random() * this.tokens.length)];
    const amount = BigInt(1 + Math.floor(this.random() * 5)) * TOKEN;
    return {
      from: this.fixture.trader(trader),
      nonce: numberToHex(nonce),
      to: this.fixture.addresses.launchpad,
      gas: GAS,
      data: encodeFunctionData({
        abi: launchpadAbi,
        functionName: isSale ? 'sell' : 'buy',
        args: [token, amount, 0n] as never,
      }),
    };
  }
}
