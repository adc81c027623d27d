import { BaseError } from 'viem';

/** What nodes say when it was the contract that failed; anything else is the node's failure. */
const CONTRACT_FAILED = /revert|invalid opcode|out of gas|invalid jump|stack (over|under)flow|evm error/i;
const REVERTED_CODE = 3;

/** Whether a call failed because its contract did, and not because the node could not be asked. */
export function isContractFailure(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const told = error.walk(
    (cause) => cause instanceof Error && 'code' in cause && typeof cause.code === 'number',
  );
  if (told === null || !('code' in told)) return false;
  return told.code === REVERTED_CODE || CONTRACT_FAILED.test(told.message);
}
