import { Injectable } from '@nestjs/common';
import { CallSimulator, type Simulation } from '@slipway/chain';
import { ApiError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { mapKnown, type Address, type AsOfBlock, type TokenName } from '@slipway/domain';
import { numberToHex } from 'viem';
import { toSigningWarnings, type SigningWarningCode } from '../market/dto/signing-warning.dto.js';
import type { PayloadDto, SendCallsDto } from './dto/payload.dto.js';
import { encodeApproval, type DescribedCall } from './trade-calls.js';

/** What a call takes from the account that sends it, by allowance. */
export interface Spending {
  readonly token: TokenName;
  readonly spender: Address;
  /** In wei. */
  readonly amount: bigint;
  /** Whether nothing but the allowance keeps the spender from taking more: then it is exactly that, also where it was larger. */
  readonly isBound: boolean;
}

/** What every payload has. */
export type Payload = Pick<PayloadDto, keyof PayloadDto>;

/** Makes a call ready to be signed, and tries it out. */
@Injectable()
export class Payloads {
  constructor(
    private readonly chain: CallSimulator,
    private readonly settings: Settings,
  ) {}

  /**
   * A call, tried out on top of the indexed head. Where it needs one, an approval of exactly what it takes comes before.
   *
   * @throws ApiError `upstream_unavailable`
   */
  async make(
    asOf: AsOfBlock,
    from: Address,
    { spending, call }: { readonly spending: Spending; readonly call: DescribedCall },
    warnings: readonly SigningWarningCode[],
  ): Promise<Payload> {
    const { token, spender, amount, isBound } = spending;
    try {
      const allowed = await this.chain.allowance(token.address, from, spender, asOf.block);
      const isEnough = isBound ? allowed === amount : allowed >= amount;
      const approval = isEnough ? null : encodeApproval(token, spender, amount);
      const approved = mapKnown(approval, (one) => ({
        ...one,
        ...{ token: token.address, owner: from, spender, amount },
      }));
      const simulation = await this.chain.simulate(from, call, approved, asOf.block);
      const calls = approval === null ? [call] : [approval, call];
      return {
        ...this.about(asOf, simulation),
        calls,
        sendCalls: this.toSendCalls(from, calls),
        warnings: toSigningWarnings(warnings),
      };
    } catch (error) {
      throw new ApiError('upstream_unavailable', { cause: error, asOf, headers: { 'Retry-After': '1' } });
    }
  }

  /** Nothing to sign, since it would be refused. */
  empty(asOf: AsOfBlock): Payload {
    const simulation = { ok: null, reason: 'There are no calls to try.' };
    return { ...this.about(asOf, simulation), calls: [], sendCalls: null, warnings: [] };
  }

  private about(
    { block, time }: AsOfBlock,
    simulation: Simulation,
  ): Pick<Payload, 'chainId' | 'asOf' | 'simulation'> {
    const asOf = { block: Number(block), time: time.toISOString() };
    return { chainId: this.settings.chainId, asOf, simulation };
  }

  private toSendCalls(from: Address, calls: readonly DescribedCall[]): SendCallsDto {
    return {
      version: '2.0.0',
      from,
      chainId: numberToHex(this.settings.chainId),
      atomicRequired: calls.length > 1,
      calls: calls.map(({ to, data, value }) => ({ to, data, value: numberToHex(BigInt(value)) })),
    };
  }
}
