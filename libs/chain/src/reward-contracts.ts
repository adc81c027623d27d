import { encodeFunctionData, type Abi, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { platformTokenAbi, universalRewardsDistributorAbi } from './abi/index.js';
import type { ChainNode } from './chain-node.js';
import { ContractReader } from './contract-reader.js';

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
    address: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[] = [],
    block?: number,
  ): Promise<T | null> {
    const reader =
      block === undefined ? await ContractReader.open(this.node) : new ContractReader(this.node, block);
    const result = await reader.tryRead({ address, abi }, functionName, args);
    return result === null ? null : (result.value as T);
  }
}

/** What a distributor's owner signs to bring a tree into force; nothing is said of where it is kept. */
export function encodeSetRoot(root: Hex): Hex {
  const args = [root, `0x${'00'.repeat(32)}`] as const;
  return encodeFunctionData({ abi: universalRewardsDistributorAbi, functionName: 'setRoot', args });
}
