import { decodeFunctionResult, encodeFunctionData, numberToHex, type Hex } from 'viem';
import type { Address, AsOf } from '#values';
import { launchpadAbi, multicall3Abi, platformTokenAbi } from './abi/index.js';
import type { ChainClient } from './chain-client.js';
import { MULTICALL3_ADDRESS } from './multicall3-address.js';
import type { Contracts } from './read-deployment.js';

/** What a launch costs and what its creator has for it, at one block. Amounts in wei of the platform token. */
export interface LaunchFunds {
  readonly cost: bigint;
  /** Null when no creator was asked about. */
  readonly creator: { readonly balance: bigint; readonly allowance: bigint } | null;
}

type LaunchContracts = Pick<Contracts, 'launchpad' | 'platformToken'>;

const TIMEOUT_MS = 1_000;

/** Creators remembered of one block; more would be somebody trying them out. */
const MAX_REMEMBERED = 10_000;

/** Asks the chain for launch costs and funds: one call for everything, once a block and creator. */
export class LaunchFundsReader {
  private version = '';
  private readonly known = new Map<Address | null, Promise<LaunchFunds>>();

  constructor(
    private readonly chain: ChainClient,
    private readonly contracts: LaunchContracts,
  ) {}

  /**
   * The facts at a block, for a creator when there is one.
   *
   * @throws Error when no node can say within a second; nothing of it is remembered
   */
  read({ block, version }: Pick<AsOf, 'block' | 'version'>, creator: Address | null): Promise<LaunchFunds> {
    if (version !== this.version || this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.version = version;
    const known = this.known.get(creator);
    if (known !== undefined) return known;
    const reading = this.ask(block, creator);
    this.known.set(creator, reading);
    reading.catch(() => {
      if (this.known.get(creator) === reading) this.known.delete(creator);
    });
    return reading;
  }

  private async ask(block: bigint, creator: Address | null): Promise<LaunchFunds> {
    const { launchpad, platformToken } = this.contracts;
    const calls = [{ target: launchpad, callData: COST }];
    if (creator !== null) {
      calls.push({ target: platformToken, callData: balanceOf(creator) });
      calls.push({ target: platformToken, callData: allowanceOf(creator, launchpad) });
    }
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map((call) => ({ ...call, allowFailure: false }))],
    });
    const answer = await this.chain.call({ to: MULTICALL3_ADDRESS, data }, numberToHex(block), TIMEOUT_MS);
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer });
    const [cost, balance, allowance] = results.map(({ returnData }) => toAmount(returnData));
    if (cost === undefined) throw new Error('the node answered nothing');
    return {
      cost,
      creator: balance === undefined || allowance === undefined ? null : { balance, allowance },
    };
  }
}

const COST = encodeFunctionData({ abi: launchpadAbi, functionName: 'launchCost' });

function balanceOf(owner: Address): Hex {
  return encodeFunctionData({ abi: platformTokenAbi, functionName: 'balanceOf', args: [owner] });
}

function allowanceOf(owner: Address, spender: Address): Hex {
  return encodeFunctionData({ abi: platformTokenAbi, functionName: 'allowance', args: [owner, spender] });
}

/** All three views answer with one uint256. */
function toAmount(data: Hex): bigint {
  return decodeFunctionResult({ abi: launchpadAbi, functionName: 'launchCost', data });
}
