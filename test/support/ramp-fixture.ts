import type { Address, Log } from 'viem';
import { rampLaunchpadAbi, rampRouterAbi } from '@slipway/protocols/ramp';
import type { AnvilOptions } from '../../apps/devnet/src/anvil.js';
import { deployContracts, type Deployed } from '../../apps/devnet/src/chain/deploy.js';
import type { RAMP_ADDRESSES } from '../../apps/devnet/src/launchpads/ramp-addresses.js';
import { RAMP_CONTRACTS } from '../../apps/devnet/src/launchpads/ramp-contracts.js';
import { startAnvil } from './anvil.js';
import { ChainFixture } from './chain-fixture.js';

export interface RampTexts {
  readonly name: string;
  readonly symbol: string;
  readonly contractURI: string;
}

/** A curve as the contract tells it; amounts in wei. */
interface RampCurveState {
  readonly supply: bigint;
  readonly reserve: bigint;
  readonly isComplete: boolean;
  readonly pool: Address;
}

const TEXTS: RampTexts = {
  name: 'Tidepool',
  symbol: 'TIDE',
  contractURI: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
};

/** A chain with the second protocol's launchpad on it. */
export class RampFixture extends ChainFixture<Deployed<typeof RAMP_ADDRESSES>, RampEvents> {
  protected readonly launchpadAbi = rampLaunchpadAbi;
  protected readonly routerAbi = rampRouterAbi;

  /** @param more further arguments for anvil */
  static async start(
    more: readonly string[] = [],
    options: Partial<AnvilOptions> = {},
  ): Promise<RampFixture> {
    const anvil = await startAnvil(options, more);
    const deployed = await deployContracts(anvil.rpcUrl, RAMP_CONTRACTS);
    const fixture = new RampFixture(anvil, deployed, await anvil.client.getAddresses());
    await fixture.fundTraders();
    return fixture;
  }

  async launch(creator: Address, texts: Partial<RampTexts> = {}, gas?: bigint): Promise<Address> {
    const { name, symbol, contractURI } = { ...TEXTS, ...texts };
    const logs = await this.write(this.onLaunchpad('createToken', creator, [name, symbol, contractURI], gas));
    return this.event(logs, 'TokenCreated').token;
  }

  buy(trader: Address, token: Address, payment: bigint, minTokens = 0n): Promise<Log[]> {
    return this.write(this.onLaunchpad('purchase', trader, [token, payment, minTokens]));
  }

  /** Without an allowance: the launchpad burns what it redeems. */
  sell(trader: Address, token: Address, tokens: bigint, minPayment = 0n): Promise<Log[]> {
    return this.write(this.onLaunchpad('redeem', trader, [token, tokens, minPayment]));
  }

  /** Moves a complete curve into its pool. */
  async graduate(token: Address, sender: Address = this.trader(8)): Promise<Address> {
    const logs = await this.write(this.onLaunchpad('graduate', sender, [token]));
    return this.event(logs, 'Migrated').pool;
  }

  setFee(feePpm: number): Promise<Log[]> {
    return this.write(this.onLaunchpad('setFeePpm', this.operator, [feePpm]));
  }

  setCreationPrice(price: bigint): Promise<Log[]> {
    return this.write(this.onLaunchpad('setCreationPrice', this.operator, [price]));
  }

  async curve(token: Address): Promise<RampCurveState> {
    const [supply, reserve, isComplete, pool] = await this.read<readonly [bigint, bigint, boolean, Address]>(
      'curveOf',
      [token],
    );
    return { supply, reserve, isComplete, pool };
  }
}

interface RampEvents {
  readonly TokenCreated: RampTexts & {
    readonly creator: Address;
    readonly token: Address;
    readonly price: bigint;
  };
  readonly Trade: {
    readonly token: Address;
    readonly account: Address;
    readonly isPurchase: boolean;
    readonly netAmount: bigint;
    readonly fee: bigint;
    readonly tokenAmount: bigint;
    readonly supply: bigint;
    readonly reserve: bigint;
  };
  readonly Migrated: {
    readonly token: Address;
    readonly pool: Address;
    readonly platformAmount: bigint;
    readonly tokenAmount: bigint;
  };
  readonly FeeChanged: { readonly feePpm: number };
  readonly CreationPriceChanged: { readonly price: bigint };
}
