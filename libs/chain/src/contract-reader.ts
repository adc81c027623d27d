import { BaseError, decodeFunctionResult, encodeFunctionData, type Abi } from 'viem';
import type { Address } from '@slipway/domain';
import type { ChainNode } from './chain-node.js';
import { ContractCallError } from './node-error.js';

/** A setting names an address without code, or another contract's: every node would say so. One line. */
export class WrongContractError extends Error {
  override readonly name = 'WrongContractError';
}

/** A contract as the settings name it. */
export interface NamedContract {
  /** The setting, such as `LAUNCHPAD_ADDRESS`. */
  readonly setting: string;
  /** What it should be, such as `launchpad`. */
  readonly kind: string;
  readonly address: Address;
  readonly abi: Abi;
}

/** Calls of views at one block of one chain. */
export class ContractReader {
  /** @param timestamp of the block, in Unix seconds; 0 where nobody asks */
  constructor(
    private readonly node: ChainNode,
    readonly block: number,
    readonly timestamp = 0,
  ) {}

  /** At the newest block. @throws WrongChainError, NodeError */
  static async open(node: ChainNode): Promise<ContractReader> {
    const { number, timestamp } = await node.latest();
    return new ContractReader(node, number, timestamp);
  }

  /** @throws WrongContractError when the contract is none that returns so; NodeError when no node can say */
  async read<T>(contract: NamedContract, functionName: string, args: readonly unknown[] = []): Promise<T> {
    const { setting, kind, address } = contract;
    const result = await this.tryRead(contract, functionName, args);
    if (result !== null) return result.value as T;
    const code = await this.node.code(address, this.block);
    throw new WrongContractError(
      code === '0x'
        ? `${setting}: there is no contract at ${address}`
        : `${setting}: the contract at ${address} is no ${kind}: it has no ${functionName}() as one has`,
    );
  }

  /** Null when the contract has no such view, or refuses it. */
  async tryRead(
    { address, abi }: Pick<NamedContract, 'address' | 'abi'>,
    functionName: string,
    args: readonly unknown[] = [],
  ): Promise<{ readonly value: unknown } | null> {
    try {
      const call = encodeFunctionData({ abi, functionName, args });
      const data = await this.node.callContract(address, call, this.block);
      return { value: decodeFunctionResult({ abi, functionName, data }) };
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
