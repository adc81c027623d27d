import { decodeFunctionResult, encodeFunctionData, numberToHex } from 'viem';
import type { Address, AsOfBlock } from '@slipway/domain';
import { platformTokenAbi } from './abi/index.js';
import type { ChainClient } from './chain-client.js';

const TIMEOUT_MS = 1_000;

/** Asks the chain what wallets have of the platform token, which is not indexed. */
export class PlatformBalances {
  constructor(
    private readonly chain: ChainClient,
    private readonly platformToken: Address,
  ) {}

  /** A wallet's balance at a block, in wei. @throws Error when no node can say within a second */
  async read({ block }: Pick<AsOfBlock, 'block'>, wallet: Address): Promise<bigint> {
    const method = { abi: platformTokenAbi, functionName: 'balanceOf' } as const;
    const call = { to: this.platformToken, data: encodeFunctionData({ ...method, args: [wallet] }) };
    const data = await this.chain.call(call, numberToHex(block), TIMEOUT_MS);
    return decodeFunctionResult({ ...method, data });
  }
}
