import { toAddress, type Address } from '@slipway/domain';
import { awaitReceipt } from './await-receipt.js';
import type { LaunchpadFixture } from './launchpad-fixture.js';
import { testContract } from './test-contract.js';

type FeedContract = 'TestFeed' | 'TestFeedProxy' | 'TestPlainProxy';

/** Feeds of a chain's own, beside the one that it was deployed with. */
export class FeedContracts {
  constructor(private readonly fixture: LaunchpadFixture) {}

  /** @param arg decimals of a feed, or the first aggregator of a proxy */
  async deploy(name: FeedContract, arg: number | Address): Promise<Address> {
    const { client, operator: account } = this.fixture;
    const { abi, bytecode } = testContract(name);
    const hash = await client.deployContract({ abi, bytecode, args: [arg], account, chain: null });
    return toAddress((await awaitReceipt(client, hash)).contractAddress!);
  }

  answer(feed: Address, answer: bigint): Promise<unknown> {
    return this.send('TestFeed', feed, 'transmit', [answer]);
  }

  /** Has another aggregator answer for a proxy. */
  confirm(proxy: Address, aggregator: Address): Promise<unknown> {
    return this.send('TestFeedProxy', proxy, 'confirmAggregator', [aggregator]);
  }

  replace(proxy: Address, aggregator: Address): Promise<unknown> {
    return this.send('TestPlainProxy', proxy, 'setAggregator', [aggregator]);
  }

  private send(
    contract: FeedContract,
    address: Address,
    functionName: string,
    args: readonly unknown[],
  ): Promise<unknown> {
    const { abi } = testContract(contract);
    return this.fixture.write({ address, abi, functionName, args, from: this.fixture.operator });
  }
}
