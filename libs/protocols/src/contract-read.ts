import {
  decodeFunctionResult,
  encodeFunctionData,
  type Abi,
  type ContractFunctionName,
  type ContractFunctionReturnType,
} from 'viem';
import type { ContractRead } from './protocol.js';

type View = 'view' | 'pure';

/** A read of a view, by its ABI. */
export function contractRead<const A extends Abi, const Name extends ContractFunctionName<A, View>>(
  abi: A,
  functionName: Name,
  args: readonly unknown[] = [],
): ContractRead<ContractFunctionReturnType<A, View, Name>> {
  const call: { abi: Abi; functionName: string } = { abi, functionName };
  return {
    data: encodeFunctionData({ ...call, args }),
    decode: (data) => decodeFunctionResult({ ...call, data }) as ContractFunctionReturnType<A, View, Name>,
  };
}
