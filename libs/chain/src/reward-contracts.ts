import { BaseError, decodeFunctionResult, encodeFunctionData, type Abi, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { platformTokenAbi, universalRewardsDistributorAbi } from './abi/index.js';
import type { ChainNode } from './chain-node.js';
import { ContractCallError } from './node-error.js';

export interface TokenMetadata {
  readonly symbol: string;
  readonly decimals: number;
}

/** The calls that operators' work with rewards makes of tokens and distributors. */
export class RewardContracts {
  constructor(private readonly node: ChainNode) {}

  /** Symbol and decimals at the newest block; null when there is no ERC-20 token. */
  async findToken(token: Address): Promise<TokenMetadata | null> {
    const symbol = await this.read<string>(token, platformTokenAbi, 'symbol');
    const decimals = await this.read<number>(token, platformTokenAbi, 'decimals');
    return symbol === null || decimals === null ? null : { symbol, decimals };
  }

  /** The root that a distributor enforces at the newest block; null when there is no distributor. */
  findRoot(distributor: Address): Promise<Hex | null> {
    return this.read<Hex>(distributor, universalRewardsDistributorAbi, 'root');
  }

  /** An account's balance of a token at a block, in wei. */
  async balance(token: Address, owner: Address, block: number): Promise<bigint> {
    const balance = await this.read<bigint>(token, platformTokenAbi, 'balanceOf', [owner], block);
    if (balance === null) throw new Error(`no balance of ${owner} in the token ${token}`);
    return balance;
  }

  /** Null when the contract does not return so: there is none, or another one. */
  private async read<T>(
    to: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[] = [],
    block?: number,
  ): Promise<T | null> {
    const at = block ?? (await this.node.latest()).number;
    try {
      const data = await this.node.callContract(to, encodeFunctionData({ abi, functionName, args }), at);
      return decodeFunctionResult({ abi, functionName, data }) as T;
    } catch (error) {
      if (error instanceof ContractCallError || isForeignResult(error)) return null;
      throw error;
    }
  }
}

/** No contract returns nothing at all, another one with what this ABI cannot read. */
function isForeignResult(error: unknown): boolean {
  return error instanceof BaseError && /^(AbiDecoding|InvalidBytes|Position|SliceOffset)/.test(error.name);
}

/** What a distributor's owner signs to bring a tree into force; nothing is said of where it is kept. */
export function encodeSetRoot(root: Hex): Hex {
  const args = [root, `0x${'00'.repeat(32)}`] as const;
  return encodeFunctionData({ abi: universalRewardsDistributorAbi, functionName: 'setRoot', args });
}
