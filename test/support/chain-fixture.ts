import { decodeEventLog, maxUint256, numberToHex, type Abi, type Address, type Hex, type Log } from 'viem';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { uniswapV2PairAbi } from '@slipway/protocols/slipway';
import type { LocalAddresses } from '../../apps/devnet/src/chain/local-addresses.js';
import { awaitReceipt } from './await-receipt.js';
import type { AnvilClient, RunningAnvil } from './anvil.js';
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

/** A launchpad call can fail in the tokens that it moves. */
const TOKEN_ERRORS = platformTokenAbi.filter((entry) => entry.type === 'error');
const ENOUGH_GAS = 8_000_000n;

/** A fresh chain with a protocol's contracts and nine traders: what holds of any launchpad. */
export abstract class ChainFixture<Addresses extends LocalAddresses, Events> {
  protected abstract readonly launchpadAbi: Abi;
  protected abstract readonly routerAbi: Abi;
  readonly operator: Address;
  /** Anvil's accounts #1 to #9: platform tokens, and an allowance for the launchpad without end. */
  readonly traders: readonly Address[];

  protected constructor(
    readonly anvil: RunningAnvil,
    readonly addresses: Addresses,
    accounts: readonly Address[],
  ) {
    const [operator, ...traders] = accounts;
    if (operator === undefined) throw new Error('anvil has no accounts');
    [this.operator, this.traders] = [operator, traders];
  }

  protected async fundTraders(): Promise<void> {
    for (const trader of this.traders) {
      await this.platform('transfer', this.operator, [trader, 1_000_000n * 10n ** 18n]);
      await this.approve(trader, this.addresses.platformToken);
    }
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

  /** The feed's next answer, with 8 decimals. */
  async publishPrice(price: bigint): Promise<void> {
    const feed = { address: this.addresses.priceFeed, abi: priceFeedAbi } as const;
    const transmitter = await this.client.readContract({ ...feed, functionName: 'transmitter' });
    await this.client.impersonateAccount({ address: transmitter });
    await this.client.setBalance({ address: transmitter, value: 10n ** 18n });
    await this.write({ ...feed, functionName: 'transmit', args: [price], from: transmitter });
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

  /** A pair's reserves, by what they are. */
  async reserves(pair: Address): Promise<{ platform: bigint; token: bigint }> {
    const read = (functionName: 'getReserves' | 'token0'): Promise<unknown> =>
      this.client.readContract({ address: pair, abi: uniswapV2PairAbi, functionName });
    const [reserve0, reserve1] = (await read('getReserves')) as readonly [bigint, bigint, number];
    const platformIs0 = (await read('token0')) === this.addresses.platformToken;
    return platformIs0 ? { platform: reserve0, token: reserve1 } : { platform: reserve1, token: reserve0 };
  }

  onLaunchpad(functionName: string, from: Address, args: readonly unknown[], gas?: bigint): Write {
    return {
      address: this.addresses.launchpad,
      abi: this.launchpadAbi,
      functionName,
      args,
      from,
      ...(gas !== undefined && { gas }),
    };
  }

  /** A swap in a pool that gives its trader at least `minOut`. */
  onRouter(from: Address, [paid, got]: readonly [Address, Address], amountIn: bigint, minOut = 0n): Write {
    return {
      address: this.addresses.router,
      abi: this.routerAbi,
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

  /** A view of the launchpad. */
  async read<T>(functionName: string, args: readonly unknown[] = []): Promise<T> {
    return (await this.client.readContract({
      address: this.addresses.launchpad,
      abi: this.launchpadAbi,
      functionName,
      args,
    })) as T;
  }

  /** The only event of one name among logs of the launchpad. */
  event<Name extends keyof Events>(logs: readonly Log[], name: Name): Events[Name] {
    const found = this.events(logs).filter((event) => event.eventName === name);
    if (found.length !== 1) throw new Error(`${found.length} events ${String(name)}`);
    return found[0]?.args as Events[Name];
  }

  /** Names of the launchpad's events, in their order. */
  eventNames(logs: readonly Log[]): string[] {
    return this.events(logs).map((event) => event.eventName);
  }

  private events(logs: readonly Log[]): { eventName: string; args: unknown }[] {
    return logs
      .filter((log) => log.address.toLowerCase() === this.addresses.launchpad.toLowerCase())
      .map(({ data, topics }) => decodeEventLog({ abi: this.launchpadAbi, data, topics: topics }));
  }
}
