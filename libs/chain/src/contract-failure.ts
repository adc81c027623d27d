import { BaseError } from 'viem';
import { ContractCallError } from './node-error.js';

/** What nodes say when it was the contract that failed; anything else is the node's failure. */
const CONTRACT_FAILED = /revert|invalid opcode|out of gas|invalid jump|stack (over|under)flow|evm error/i;
const REVERTED_CODE = 3;

/** Whether a call failed because its contract did, and not because the node could not be asked. */
export function isContractFailure(error: unknown): boolean {
  if (error instanceof ContractCallError) return true;
  if (!(error instanceof BaseError)) return false;
  const told = error.walk(
    (cause) => cause instanceof Error && 'code' in cause && typeof cause.code === 'number',
  );
  return told !== null && 'code' in told && tellsContractFailure(told.code, told.message);
}

/** The same of the error that a node's answer has. */
export function tellsContractFailure(code: unknown, message: unknown): boolean {
  return code === REVERTED_CODE || (typeof message === 'string' && CONTRACT_FAILED.test(message));
}
