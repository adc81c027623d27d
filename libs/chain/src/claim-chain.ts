import { Injectable } from '@nestjs/common';
import { decodeFunctionResult, encodeFunctionData, erc20Abi, hexToBigInt, numberToHex, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { multicall3Abi, universalRewardsDistributorAbi } from './abi/index.js';
import { ChainClient, MULTICALL3_ADDRESS } from './chain-client.js';
import { ContractCallError, NodeRefusedError } from './node-error.js';

/** A block that claims are tried on, with what contracts can read of it. */
export interface ClaimBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly time: Date;
  /** In wei; 0 on chains without EIP-1559. */
  readonly baseFee: bigint;
  readonly miner: Address;
  readonly mixHash: Hex;
}

/** What a distributor enforces, and what it has paid an account. */
export interface DistributorState {
  /** Null when it enforces none, and pays no account. */
  readonly root: Hex | null;
  /** In wei. */
  readonly claimed: bigint;
}

/** A call of a contract. */
export interface ClaimCall {
  readonly to: Address;
  readonly data: Hex;
}

/** A call as a wallet would sign it, and what it is made of. */
export interface SignedClaims extends ClaimCall {
  readonly parts: readonly ClaimCall[];
  /** What the wallet should be paid in, each once. */
  readonly tokens: readonly Address[];
}

/** A client waits for a payload: its calls take no longer than this each. */
const TIMEOUT_MS = 1_500;

/** What a claim may take, and what the call of several at the most: a transaction has at most 2^24 (EIP-7825). */
const CLAIM_GAS = 500_000n;
const MOST_GAS = 12_000_000n;
const READ_GAS = 100_000n;

/** What is paid beyond the base fee: a gas price of 0 tells a contract that it is only being tried. */
const PRIORITY_FEE = 1_000_000_000n;

/** Distributors that are read in one call. */
const MOST_READ = 50;

/** Calls of one payload that are asked at once. */
const AT_ONCE = 8;

const NO_ROOT: Hex = `0x${'00'.repeat(32)}`;
const ROOT = encodeFunctionData({ abi: universalRewardsDistributorAbi, functionName: 'root' });

/** The calls that claims are checked with, at the chain's newest block. All throw when no node can be asked. */
@Injectable()
export class ClaimChain {
  constructor(private readonly chain: ChainClient) {}

  async readNewestBlock(): Promise<ClaimBlock> {
    const request = { method: 'eth_getBlockByNumber', params: ['latest', false] };
    const { number, hash, timestamp, baseFeePerGas, miner, mixHash } = await this.chain.ask(
      request,
      isHeader,
      TIMEOUT_MS,
    );
    return {
      number: Number(number),
      hash,
      time: new Date(Number(timestamp) * 1_000),
      baseFee: BigInt(baseFeePerGas ?? '0x0'),
      miner,
      mixHash,
    };
  }

  /**
   * Roots and payments of several distributors, in few calls; null for what is no distributor. One that burns all gas leaves the
   * others of its call without a result: they are asked again, each by itself.
   */
  async readStates(
    account: Address,
    programs: readonly { readonly distributor: Address; readonly rewardToken: Address }[],
    { number }: ClaimBlock,
  ): Promise<(DistributorState | null)[]> {
    const calls = programs.map(({ distributor, rewardToken }) => [
      { to: distributor, data: ROOT },
      { to: distributor, data: claimedOf(account, rewardToken) },
    ]);
    const states: (DistributorState | null)[] = [];
    for (let from = 0; from < calls.length; from += MOST_READ) {
      const some = calls.slice(from, from + MOST_READ);
      const words = await this.readWords(some.flat(), number);
      states.push(...some.map((_, i) => toState(words[2 * i], words[2 * i + 1])));
    }
    const unread = states.flatMap((state, i) => (state === null ? [i] : []));
    if (programs.length > 1)
      await inGroups(unread, async (i) => {
        const [root, claimed] = await this.readWords(calls[i] ?? [], number);
        states[i] = toState(root, claimed);
      });
    return states;
  }

  /**
   * What a call pays a wallet that sends it, in wei of each of its tokens: balances after it less those before it. The gas price is a
   * real one, and gas is bounded. It is tried in a block of its own (`eth_simulateV1`) and by `eth_call` with the wallet's ether
   * written over; the less of the two counts where a node has both.
   *
   * @throws NodeRefusedError when no node has either
   */
  async measure(wallet: Address, claims: SignedClaims, block: ClaimBlock): Promise<bigint[]> {
    const tries = [this.simulate(wallet, claims, block), this.tryWithin(wallet, claims, block)];
    const outcomes = await Promise.allSettled(tries);
    const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const [first, second = first] = found;
    if (first === undefined || second === undefined) throw worst(outcomes);
    return first.map((paid, i) => smaller(paid, second[i] ?? 0n));
  }

  /** The same of several calls, each on the state of the block. */
  async measureEach(
    wallet: Address,
    claims: readonly SignedClaims[],
    block: ClaimBlock,
  ): Promise<bigint[][]> {
    const paid: bigint[][] = [];
    await inGroups([...claims.keys()], async (i) => {
      const claim = claims[i];
      if (claim !== undefined) paid[i] = await this.measure(wallet, claim, block);
    });
    return paid;
  }

  private async simulate(
    wallet: Address,
    { to, data, parts, tokens }: SignedClaims,
    { number, baseFee, miner, mixHash }: ClaimBlock,
  ): Promise<bigint[]> {
    const gas = gasOf(parts.length);
    const gasPrice = baseFee + PRIORITY_FEE;
    const common = { from: wallet, gasPrice: numberToHex(gasPrice) };
    const reads = tokens.map((token) => ({
      ...{ ...common, to: token, input: balanceOf(wallet) },
      gas: numberToHex(READ_GAS),
    }));
    const calls = [...reads, { ...common, to, input: data, gas: numberToHex(gas) }, ...reads];
    const ether = gasPrice * (gas + 2n * READ_GAS * BigInt(tokens.length));
    const blockStateCalls = [
      {
        blockOverrides: {
          baseFeePerGas: numberToHex(baseFee),
          feeRecipient: miner,
          prevRandao: mixHash,
        },
        stateOverrides: { [wallet]: { balance: numberToHex(ether) } },
        calls,
      },
    ];
    const isOutcome = (result: unknown): result is readonly [{ readonly calls: readonly TriedCall[] }] =>
      isTried(result, calls.length);
    const [{ calls: tried }] = await this.chain.ask(
      {
        method: 'eth_simulateV1',
        params: [{ blockStateCalls, validation: false }, numberToHex(number)],
      },
      isOutcome,
      TIMEOUT_MS,
    );
    const words = tried.map(({ status, returnData }) => (status === '0x1' ? toWord(returnData) : null));
    return gained(words.slice(0, tokens.length), words.slice(tokens.length + 1));
  }

  /** The parts between two readings, in one call of Multicall3. */
  private async tryWithin(
    wallet: Address,
    { parts, tokens }: SignedClaims,
    { number, baseFee }: ClaimBlock,
  ): Promise<bigint[]> {
    const reads = tokens.map((token) => ({ to: token, data: balanceOf(wallet) }));
    const gas = gasOf(parts.length) + 2n * READ_GAS * BigInt(tokens.length);
    const gasPrice = baseFee + PRIORITY_FEE;
    const words = await this.aggregate([...reads, ...parts, ...reads], number, {
      from: wallet,
      gas,
      gasPrice,
    });
    return gained(words.slice(0, tokens.length), words.slice(tokens.length + parts.length));
  }

  private readWords(calls: readonly ClaimCall[], block: number): Promise<(Hex | null)[]> {
    return this.aggregate(calls, block, { gas: READ_GAS * BigInt(calls.length) + READ_GAS });
  }

  /** One word of each call, or null; of none when the call of all fails, since one of them took all gas. */
  private async aggregate(
    calls: readonly ClaimCall[],
    block: number,
    {
      from,
      gas,
      gasPrice = 0n,
    }: { readonly from?: Address; readonly gas: bigint; readonly gasPrice?: bigint },
  ): Promise<(Hex | null)[]> {
    const method = { abi: multicall3Abi, functionName: 'aggregate3' } as const;
    const args = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }));
    const call = {
      ...{
        to: MULTICALL3_ADDRESS,
        data: encodeFunctionData({ ...method, args: [args] }),
        gas: numberToHex(gas),
      },
      ...(from === undefined ? {} : { from, gasPrice: numberToHex(gasPrice) }),
    };
    const ether = from === undefined ? undefined : { [from]: { balance: numberToHex(gas * gasPrice) } };
    try {
      const data = await this.chain.call(call, numberToHex(block), TIMEOUT_MS, ether);
      return decodeFunctionResult({ ...method, data }).map(({ success, returnData }) =>
        success ? toWord(returnData) : null,
      );
    } catch (error) {
      if (error instanceof ContractCallError) return calls.map(() => null);
      throw error;
    }
  }
}

interface TriedCall {
  readonly status: Hex;
  readonly returnData?: unknown;
}

function isTried(result: unknown, count: number): boolean {
  if (!Array.isArray(result) || result.length !== 1) return false;
  const { calls } = (result as readonly { readonly calls?: unknown }[])[0] ?? {};
  return Array.isArray(calls) && calls.length === count && calls.every((call) => typeof call === 'object');
}

interface Header {
  readonly number: Hex;
  readonly timestamp: Hex;
  readonly baseFeePerGas?: Hex;
  readonly miner: Address;
  readonly mixHash: Hex;
  readonly hash: Hex;
}

const HEADER: Readonly<Record<keyof Header, RegExp>> = {
  number: /^0x[0-9a-f]{1,12}$/i,
  timestamp: /^0x[0-9a-f]{1,10}$/i,
  baseFeePerGas: /^0x[0-9a-f]{1,32}$/i,
  miner: /^0x[0-9a-f]{40}$/i,
  mixHash: /^0x[0-9a-f]{64}$/i,
  hash: /^0x[0-9a-f]{64}$/i,
};

function isHeader(result: unknown): result is Header {
  const header = result as Readonly<Record<string, unknown>> | null;
  return Object.entries(HEADER).every(([name, form]) => {
    const value = header?.[name];
    return typeof value === 'string' ? form.test(value) : value === undefined && name === 'baseFeePerGas';
  });
}

/** Why nothing was found: a node that cannot be asked now may say more later than one that refuses. */
function worst(outcomes: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  return reasons.find((reason) => !(reason instanceof NodeRefusedError)) ?? reasons[0];
}

function gained(before: readonly (Hex | null)[], after: readonly (Hex | null)[]): bigint[] {
  return before.map((word, i) => {
    const later = after[i] ?? null;
    return word === null || later === null ? 0n : hexToBigInt(later) - hexToBigInt(word);
  });
}

function gasOf(claims: number): bigint {
  return smaller(CLAIM_GAS * BigInt(claims), MOST_GAS);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function toWord(data: unknown): Hex | null {
  return typeof data === 'string' && /^0x[0-9a-f]{64}$/i.test(data) ? (data as Hex) : null;
}

async function inGroups(items: readonly number[], run: (item: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(run));
}

function balanceOf(account: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] });
}

function claimedOf(...args: [account: Address, reward: Address]): Hex {
  return encodeFunctionData({ abi: universalRewardsDistributorAbi, functionName: 'claimed', args });
}

function toState(root: Hex | null = null, claimed: Hex | null = null): DistributorState | null {
  if (root === null || claimed === null) return null;
  return { root: root === NO_ROOT ? null : root, claimed: BigInt(claimed) };
}
