import { decodeEventLog, maxUint256, numberToHex, type Abi, type Address, type Hex, type Log } from 'viem';
import { launchpadAbi, platformTokenAbi, uniswapV2PairAbi, uniswapV2Router02Abi } from '@slipway/chain';
import { deploy, type Deployed } from '../../apps/devnet/src/chain/deploy.js';
import type { AnvilOptions } from '../../apps/devnet/src/anvil.js';
import { awaitReceipt } from './await-receipt.js';
import { startAnvil, type AnvilClient, type RunningAnvil } from './anvil.js';
import { until } from './until.js';

/** Any write of any contract, sent unsigned from one of anvil's own accounts. */
export interface Write {
  readonly address: Address;
  readonly abi: Abi | readonly unknown[];
  readonly functionName: string;
  readonly args?: readonly unknown[];
  readonly from: Address;
  readonly gas?: bigint;
}

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

/** A launchpad call can fail in the tokens that it moves. */
const TOKEN_ERRORS = platformTokenAbi.filter((entry) => entry.type === 'error');
const ENOUGH_GAS = 8_000_000n;

/** A fresh chain with the contracts, nine funded traders, and short words for what tests do all the time. */
export class LaunchpadFixture {
  private constructor(
    readonly anvil: RunningAnvil,
    readonly addresses: Deployed,
    readonly operator: Address,
    /** Anvil's accounts #1 to #9: platform tokens, and an allowance for the launchpad without end. */
    readonly traders: readonly Address[],
  ) {}

  /** @param more further arguments for anvil */
  static async start(
    more: readonly string[] = [],
    options: Partial<AnvilOptions> = {},
  ): Promise<LaunchpadFixture> {
    const anvil = await startAnvil(options, more);
    const addresses = await deploy(anvil.rpcUrl);
    const [operator, ...traders] = await anvil.client.getAddresses();
    if (operator === undefined) throw new Error('anvil has no accounts');
    const fixture = new LaunchpadFixture(anvil, addresses, operator, traders);
    const { platformToken, launchpad } = addresses;
    for (const trader of traders) {
      await fixture.platform('transfer', operator, [trader, 1_000_000n * 10n ** 18n]);
      await fixture.write({
        address: platformToken,
        abi: platformTokenAbi,
        functionName: 'approve',
        args: [launchpad, maxUint256],
        from: trader,
      });
    }
    return fixture;
  }

  get client(): AnvilClient {
    return this.anvil.client;
  }

  trader(index: number): Address {
    const trader = this.traders[index % this.traders.length];
    if (trader === undefined) throw new Error('no traders');
    return trader;
  }

  stop(): Promise<void> {
    return this.anvil.stop();
  }

  /**
   * Replaces the newest blocks by as many, which are empty.
   *
   * @param again transactions that are mined again all the same, each with its block's place among the new ones
   */
  async reorganise(depth: number, again: readonly (readonly [Hex, number])[] = []): Promise<void> {
    const transactions: unknown[] = [];
    for (const [hash, place] of again) transactions.push([await this.requestOf(hash), place]);
    await this.client.request({ method: 'anvil_reorg', params: [depth, transactions] } as never);
  }

  /**
   * Replaces the newest blocks by as many, which have some of their transactions again: each sender's first ones, in its order, mixed with those of
   * the others.
   *
   * @returns how many were mined again
   */
  async reorganiseSome(depth: number, random: () => number): Promise<number> {
    const head = Number(await this.client.getBlockNumber());
    const blocks = await Promise.all(
      Array.from({ length: depth }, (_, i) =>
        this.client.getBlock({ blockNumber: BigInt(head - depth + 1 + i), includeTransactions: true }),
      ),
    );
    const sent = new Map<Address, Hex[]>();
    for (const { from, hash } of blocks.flatMap(({ transactions }) => transactions))
      sent.set(from, [...(sent.get(from) ?? []), hash]);
    const kept = [...sent.values()].flatMap((hashes) => {
      const first = hashes.slice(0, random() * (hashes.length + 1));
      const places = first.map(() => random()).sort((a, b) => a - b);
      return first.map((hash, i) => [hash, places[i] ?? 0] as const);
    });
    const again = kept.sort(([, a], [, b]) => a - b);
    await this.reorganise(
      depth,
      again.map(([hash, place]) => [hash, Math.floor(place * depth)]),
    );
    return again.length;
  }

  /** The node's parameters of a transaction that was sent. */
  private async requestOf(hash: Hex): Promise<unknown> {
    const transaction = await this.client.getTransaction({ hash });
    const { from, to, input, gas, nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction;
    const hex = (value: bigint | number | undefined): Hex => numberToHex(value ?? 0);
    return {
      from,
      to,
      input,
      type: '0x2',
      gas: hex(gas),
      nonce: hex(nonce),
      maxFeePerGas: hex(maxFeePerGas),
      maxPriorityFeePerGas: hex(maxPriorityFeePerGas),
    };
  }

  /** Runs something and puts the chain back to where it was. */
  async undone<T>(run: () => Promise<T>): Promise<T> {
    const id = await this.client.snapshot();
    try {
      return await run();
    } finally {
      await this.client.revert({ id });
    }
  }

  /** Sends a transaction; fails when it fails. Returns its logs. */
  async write({ from, gas, args, ...call }: Write): Promise<Log[]> {
    const hash = await this.client.writeContract({
      ...call,
      args: args ?? [],
      account: from,
      chain: null,
      gas: gas ?? ENOUGH_GAS,
    });
    const receipt = await awaitReceipt(this.client, hash);
    if (receipt.status !== 'success') throw new Error(`${call.functionName} reverted`);
    return receipt.logs;
  }

  /** Mines in one block what several calls of {@link write} send, in their order. */
  async inOneBlock(...calls: readonly (() => Promise<unknown>)[]): Promise<void> {
    await this.client.setAutomine(false);
    const running: Promise<unknown>[] = [];
    for (const call of calls) {
      running.push(call());
      const isSent = async (): Promise<boolean> =>
        (await this.client.getTxpoolStatus()).pending === running.length;
      await until('the transaction waits', isSent);
    }
    await this.client.mine({ blocks: 1 });
    await this.client.setAutomine(true);
    await Promise.all(running);
  }

  /** The name of the custom error that a transaction would fail with, or its text; null when it would not fail. */
  async errorOf({ from, args, ...call }: Write): Promise<string | null> {
    try {
      await this.client.simulateContract({
        ...call,
        abi: [...call.abi, ...TOKEN_ERRORS],
        args: args ?? [],
        account: from,
        gas: ENOUGH_GAS,
      } as never);
      return null;
    } catch (error) {
      const { cause } = error as { cause?: { data?: { errorName: string }; reason?: string } };
      const name = cause?.data?.errorName;
      return (name === 'Error' ? cause?.reason : name) ?? cause?.reason ?? String(error);
    }
  }

  onLaunchpad(functionName: string, from: Address, args: readonly unknown[], gas?: bigint): Write {
    return {
      address: this.addresses.launchpad,
      abi: launchpadAbi,
      functionName,
      args,
      from,
      ...(gas !== undefined && { gas }),
    };
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

  /** A swap in a pool that gives its trader at least `minOut`. */
  onRouter(from: Address, [paid, got]: readonly [Address, Address], amountIn: bigint, minOut = 0n): Write {
    return {
      address: this.addresses.router,
      abi: uniswapV2Router02Abi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, minOut, [paid, got], from, maxUint256],
      from,
    };
  }

  /** Sells an app's token in its pool, or buys it there when the platform token is paid; approved before. */
  async swap(from: Address, token: Address, paid: Address, amountIn: bigint): Promise<Log[]> {
    const { platformToken, router } = this.addresses;
    await this.approve(from, paid, router);
    return this.write(this.onRouter(from, paid === token ? [token, platformToken] : [paid, token], amountIn));
  }

  /** Lets the launchpad take a trader's app tokens. */
  async approve(trader: Address, token: Address, spender: Address = this.addresses.launchpad): Promise<void> {
    const args = [spender, maxUint256];
    await this.write({ address: token, abi: platformTokenAbi, functionName: 'approve', args, from: trader });
  }

  /** A write to the platform token. */
  platform(functionName: string, from: Address, args: readonly unknown[]): Promise<Log[]> {
    return this.write({
      address: this.addresses.platformToken,
      abi: platformTokenAbi,
      functionName,
      args,
      from,
    });
  }

  transfer(token: Address, from: Address, to: Address, value: bigint): Promise<Log[]> {
    return this.write({
      address: token,
      abi: platformTokenAbi,
      functionName: 'transfer',
      args: [to, value],
      from,
    });
  }

  balance(token: Address, owner: Address): Promise<bigint> {
    return this.client.readContract({
      address: token,
      abi: platformTokenAbi,
      functionName: 'balanceOf',
      args: [owner],
    });
  }

  platformBalance(owner: Address): Promise<bigint> {
    return this.balance(this.addresses.platformToken, owner);
  }

  /** A view of the launchpad. */
  async read<T>(functionName: string, args: readonly unknown[] = []): Promise<T> {
    const abi: Abi = launchpadAbi;
    return (await this.client.readContract({
      address: this.addresses.launchpad,
      abi,
      functionName,
      args,
    })) as T;
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

  /** A pair's reserves, by what they are. */
  async reserves(pair: Address): Promise<{ platform: bigint; token: bigint }> {
    const read = (functionName: 'getReserves' | 'token0'): Promise<unknown> =>
      this.client.readContract({ address: pair, abi: uniswapV2PairAbi, functionName });
    const [reserve0, reserve1] = (await read('getReserves')) as readonly [bigint, bigint, number];
    const platformIs0 = (await read('token0')) === this.addresses.platformToken;
    return platformIs0 ? { platform: reserve0, token: reserve1 } : { platform: reserve1, token: reserve0 };
  }

  /** The only event of one name among logs of the launchpad. */
  event<Name extends keyof LaunchpadEvents>(logs: readonly Log[], name: Name): LaunchpadEvents[Name] {
    const found = this.events(logs).filter((event) => event.eventName === name);
    if (found.length !== 1) throw new Error(`${found.length} events ${name}`);
    return found[0]?.args as LaunchpadEvents[Name];
  }

  /** Names of the launchpad's events, in their order. */
  eventNames(logs: readonly Log[]): string[] {
    return this.events(logs).map((event) => event.eventName);
  }

  private events(logs: readonly Log[]): { eventName: string; args: unknown }[] {
    return logs
      .filter((log) => log.address.toLowerCase() === this.addresses.launchpad.toLowerCase())
      .map(({ data, topics }) => decodeEventLog({ abi: launchpadAbi, data, topics: topics }));
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
