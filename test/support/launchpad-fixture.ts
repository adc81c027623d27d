import type { Address, Log } from 'viem';
import { launchpadAbi, uniswapV2Router02Abi } from '@slipway/protocols/slipway';
import { deploy, type Deployed } from '../../apps/devnet/src/chain/deploy.js';
import type { AnvilOptions } from '../../apps/devnet/src/anvil.js';
import { startAnvil } from './anvil.js';
import { ChainFixture } from './chain-fixture.js';

export interface LaunchTexts {
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly website: string;
}

/** A curve as the contract tells it; amounts in wei. */
export interface CurveState {
  readonly virtualPlatform: bigint;
  readonly virtualToken: bigint;
  readonly realPlatform: bigint;
  readonly realToken: bigint;
  readonly graduated: boolean;
  readonly pair: Address;
}

export const TEXTS: LaunchTexts = {
  name: 'Tidepool',
  symbol: 'TIDE',
  description: 'Sea temperatures for divers.',
  imageUrl: 'https://tidepool.app/icon.png',
  website: 'https://tidepool.app',
};

/** A chain with the launchpad on it, and short words for what tests do all the time. */
export class LaunchpadFixture extends ChainFixture<Deployed, LaunchpadEvents> {
  protected readonly launchpadAbi = launchpadAbi;
  protected readonly routerAbi = uniswapV2Router02Abi;

  /** @param more further arguments for anvil */
  static async start(
    more: readonly string[] = [],
    options: Partial<AnvilOptions> = {},
  ): Promise<LaunchpadFixture> {
    const anvil = await startAnvil(options, more);
    const fixture = new LaunchpadFixture(
      anvil,
      await deploy(anvil.rpcUrl),
      await anvil.client.getAddresses(),
    );
    await fixture.fundTraders();
    return fixture;
  }

  async launch(creator: Address, texts: Partial<LaunchTexts> = {}, gas?: bigint): Promise<Address> {
    const { name, symbol, description, imageUrl, website } = { ...TEXTS, ...texts };
    const args = [name, symbol, description, imageUrl, website];
    const logs = await this.write(this.onLaunchpad('launch', creator, args, gas));
    return this.event(logs, 'Launched').token;
  }

  async buy(trader: Address, token: Address, platformIn: bigint, minOut = 0n): Promise<Log[]> {
    return this.write(this.onLaunchpad('buy', trader, [token, platformIn, minOut]));
  }

  async sell(trader: Address, token: Address, tokenIn: bigint, minOut = 0n): Promise<Log[]> {
    return this.write(this.onLaunchpad('sell', trader, [token, tokenIn, minOut]));
  }

  async curve(token: Address): Promise<CurveState> {
    const values = await this.read<readonly [bigint, bigint, bigint, bigint, bigint, boolean, Address]>(
      'curve',
      [token],
    );
    const [virtualPlatform, virtualToken, realPlatform, realToken, , graduated, pair] = values;
    return { virtualPlatform, virtualToken, realPlatform, realToken, graduated, pair };
  }

  async quoteBuy(token: Address, platformIn: bigint): Promise<{ tokenOut: bigint; fee: bigint }> {
    const [tokenOut, fee] = await this.read<readonly [bigint, bigint]>('quoteBuy', [token, platformIn]);
    return { tokenOut, fee };
  }

  async quoteSell(token: Address, tokenIn: bigint): Promise<{ platformOut: bigint; fee: bigint }> {
    const [platformOut, fee] = await this.read<readonly [bigint, bigint]>('quoteSell', [token, tokenIn]);
    return { platformOut, fee };
  }
}

interface CurveTradeEvent {
  readonly token: Address;
  readonly trader: Address;
  readonly platformAmount: bigint;
  readonly fee: bigint;
  readonly tokenAmount: bigint;
  readonly virtualPlatform: bigint;
  readonly virtualToken: bigint;
}

interface LaunchpadEvents {
  readonly Launched: LaunchTexts & {
    readonly token: Address;
    readonly creator: Address;
    readonly cost: bigint;
  };
  readonly Bought: CurveTradeEvent;
  readonly Sold: CurveTradeEvent;
  readonly Graduated: {
    readonly token: Address;
    readonly pair: Address;
    readonly platformLiquidity: bigint;
    readonly tokenLiquidity: bigint;
  };
}
