import { decodeFunctionResult, encodeFunctionData, numberToHex, type Hex } from 'viem';
import { MULTICALL3_ADDRESS, multicall3Abi, platformTokenAbi, type ChainClient } from '@slipway/chain';
import type { Address, AsOfBlock } from '@slipway/domain';
import type { Contracts } from './deployment.js';
import type { Protocol } from './protocol.js';

/** What a launch costs and what its creator has for it, at one block. Amounts in wei of the platform token. */
export interface LaunchFunds {
  readonly cost: bigint;
  /** Null when no creator was asked about. */
  readonly creator: { readonly balance: bigint; readonly allowance: bigint } | null;
}

const TIMEOUT_MS = 1_000;

/** Creators remembered of one block; more would be one client trying them out. */
const MAX_REMEMBERED = 10_000;

/** Asks the chain for launch costs and funds: one call for everything, once a block and creator. */
export class LaunchFundsReader {
  private version = '';
  private readonly known = new Map<Address | null, Promise<LaunchFunds>>();

  constructor(
    private readonly chain: ChainClient,
    private readonly protocol: Protocol,
    private readonly contracts: Pick<Contracts, 'launchpad' | 'platformToken'>,
  ) {}

  /** Cost at a block, and funds of a creator if given. @throws Error when no node can say within a second: not remembered */
  read(
    { block, version }: Pick<AsOfBlock, 'block' | 'version'>,
    creator: Address | null,
  ): Promise<LaunchFunds> {
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
    const calls = [{ target: launchpad, callData: this.protocol.launchCostOf.data }];
    if (creator !== null) {
      const abi = platformTokenAbi;
      const balanceOf = encodeFunctionData({ abi, functionName: 'balanceOf', args: [creator] });
      const allowance = encodeFunctionData({ abi, functionName: 'allowance', args: [creator, launchpad] });
      calls.push(
        { target: platformToken, callData: balanceOf },
        { target: platformToken, callData: allowance },
      );
    }
    const method = { abi: multicall3Abi, functionName: 'aggregate3' } as const;
    const args = [calls.map((call) => ({ ...call, allowFailure: false }))] as const;
    const call = { to: MULTICALL3_ADDRESS, data: encodeFunctionData({ ...method, args }) };
    const data = await this.chain.call(call, numberToHex(block), TIMEOUT_MS);
    const results = decodeFunctionResult({ ...method, data });
    const [first, ...others] = results;
    if (first === undefined) throw new Error('the node returned nothing');
    const cost = this.protocol.launchCostOf.decode(first.returnData);
    const [balance, allowance] = others.map(({ returnData }) => toAmount(returnData));
    return {
      cost,
      creator: balance === undefined || allowance === undefined ? null : { balance, allowance },
    };
  }
}

function toAmount(data: Hex): bigint {
  return decodeFunctionResult({ abi: platformTokenAbi, functionName: 'balanceOf', data });
}
