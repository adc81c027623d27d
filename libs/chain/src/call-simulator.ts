import { Injectable } from '@nestjs/common';
import { decodeFunctionResult, encodeFunctionData, erc20Abi, numberToHex, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { overrideAllowance, type Approval, type StateOverrides } from './allowance-override.js';
import { ChainClient } from './chain-client.js';
import { ContractCallError, NodeRefusedError } from './node-error.js';
import { ContractErrors, revertReason, type CallFailure } from './revert-reason.js';
import { WorkLimit } from './work-limit.js';

/** A call that a wallet would send, without ether. */
export interface WalletCall {
  readonly to: Address;
  readonly data: Hex;
}

/** The call that gives an approval. */
export interface ApprovalCall extends WalletCall, Approval {}

/** Whether calls go through one after the other; `ok` is null when no node can tell. */
export interface Simulation {
  readonly ok: boolean | null;
  /** The error of the call that fails, or why there is no result; null when all is well. */
  readonly reason: string | null;
}

const TIMEOUT_MS = 1_500;

/** What a process asks at once, and what waits for it: a second's work at a slow node. */
const MOST_AT_ONCE = 8;
const MOST_WAITING = 16;

const NO_SIMULATION: Simulation = {
  ok: null,
  reason: 'The node has neither eth_simulateV1 nor state overrides.',
};
const UNKNOWN_STORAGE: Simulation = {
  ok: null,
  reason: 'The node has no eth_simulateV1, and the token keeps allowances where none can be written over.',
};

interface CallOutcome {
  readonly status: Hex;
  readonly returnData?: unknown;
  readonly error?: CallFailure | null;
}

/** Tries out what a wallet would send, at a block, in limits of time and number. */
@Injectable()
export class CallSimulator {
  private readonly limit = new WorkLimit(MOST_AT_ONCE, MOST_WAITING);

  constructor(
    private readonly chain: ChainClient,
    private readonly errors: ContractErrors,
  ) {}

  /** What a spender may take of an owner's token. @throws NodeError, ContractCallError, TooMuchWorkError */
  async allowance(token: Address, owner: Address, spender: Address, block: bigint): Promise<bigint> {
    return this.limit.run(() => this.readAllowance({ token, owner, spender }, block));
  }

  /**
   * A call of a wallet after its approval, on top of a block. Where no node has `eth_simulateV1`, the call is tried alone, with
   * what the approval gives written over the state.
   *
   * @param approval null when the present allowance is enough
   * @throws NodeError when no node can be asked; TooMuchWorkError
   */
  async simulate(
    from: Address,
    call: WalletCall,
    approval: ApprovalCall | null,
    block: bigint,
  ): Promise<Simulation> {
    const calls = approval === null ? [call] : [approval, call];
    return this.limit.run(async () => {
      try {
        return await this.simulateTogether(from, calls, block);
      } catch (error) {
        if (error instanceof NodeRefusedError) return this.simulateAlone(from, call, approval, block);
        throw error;
      }
    });
  }

  private async readAllowance(
    { token, owner, spender }: Omit<Approval, 'amount'>,
    block: bigint,
    overrides?: StateOverrides,
  ): Promise<bigint> {
    const method = { abi: erc20Abi, functionName: 'allowance' } as const;
    const data = encodeFunctionData({ ...method, args: [owner, spender] });
    const result = await this.chain.call({ to: token, data }, numberToHex(block), TIMEOUT_MS, overrides);
    return decodeFunctionResult({ ...method, data: result });
  }

  private async simulateTogether(
    from: Address,
    calls: readonly WalletCall[],
    block: bigint,
  ): Promise<Simulation> {
    const isOutcome = (result: unknown): result is readonly [{ readonly calls: readonly CallOutcome[] }] =>
      isSimulated(result, calls.length);
    const blockStateCalls = [{ calls: calls.map((call) => ({ from, to: call.to, input: call.data })) }];
    const params = [{ blockStateCalls, validation: false }, numberToHex(block)];
    const [{ calls: outcomes }] = await this.chain.ask(
      { method: 'eth_simulateV1', params },
      isOutcome,
      TIMEOUT_MS,
    );
    const failed = outcomes.find(({ status }) => status !== '0x1');
    return failed === undefined
      ? { ok: true, reason: null }
      : { ok: false, reason: reasonOf(failed, this.errors) };
  }

  private async simulateAlone(
    from: Address,
    call: WalletCall,
    approval: Approval | null,
    block: bigint,
  ): Promise<Simulation> {
    const overrides = approval === null ? undefined : overrideAllowance(approval);
    try {
      if (approval !== null && (await this.readAllowance(approval, block, overrides)) !== approval.amount)
        return UNKNOWN_STORAGE;
      await this.chain.call(
        { to: call.to, data: call.data, from },
        numberToHex(block),
        TIMEOUT_MS,
        overrides,
      );
      return { ok: true, reason: null };
    } catch (error) {
      if (error instanceof NodeRefusedError) return NO_SIMULATION;
      if (!(error instanceof ContractCallError)) throw error;
      return { ok: false, reason: revertReason(error.failure, this.errors) };
    }
  }
}

function isSimulated(result: unknown, count: number): boolean {
  if (!Array.isArray(result) || result.length !== 1) return false;
  const [block] = result as readonly unknown[];
  if (typeof block !== 'object' || block === null || !('calls' in block)) return false;
  const { calls } = block;
  return Array.isArray(calls) && calls.length === count && calls.every(isCallOutcome);
}

function isCallOutcome(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    (value.status === '0x1' || value.status === '0x0')
  );
}

function reasonOf({ returnData, error }: CallOutcome, errors: ContractErrors): string {
  return revertReason({ message: error?.message, data: { data: error?.data, returnData } }, errors);
}
