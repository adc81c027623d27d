import { Injectable } from '@nestjs/common';
import { CallSimulator, type Simulation } from '@slipway/chain';
import { ApiError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { mapKnown, toAddress, type Address, type AsOfBlock } from '@slipway/domain';
import { numberToHex } from 'viem';
import type { NamedToken } from '../../modules/market/token-names/token-names.service.js';
import { type SigningWarningCode, toSigningWarnings } from '../../modules/market/curves/curves.dto.js';
import type { PayloadDto, SendCallsDto, WalletCallDto } from './dto/payload.dto.js';
import { CallDecoder, type RawCall } from './explain/decode-call.js';
import { sayCall } from './explain/explain-call.js';
import { encodeApproval } from './trade-calls.js';
import type { ContractKind } from './call-kinds.js';

/** What a call takes from the account that sends it, by allowance. */
export interface Spending {
  readonly token: NamedToken;
  readonly spender: Address;
  /** In wei. */
  readonly amount: bigint;
  /** Whether it is taken without an allowance: a launchpad burns what it made. */
  readonly isFree?: boolean;
  /** Whether nothing but the allowance keeps the spender from taking more: then it is exactly that, also where it was larger. */
  readonly isBound: boolean;
}

/** A call of a payload, before its approval. */
interface PayableCall {
  readonly spending: Spending;
  readonly call: RawCall;
  readonly kind: ContractKind;
  /** What it gives, where it is a trade. */
  readonly got?: NamedToken;
}

/** What every payload has. */
export type Payload = Pick<PayloadDto, keyof PayloadDto>;

/** Makes a call ready to be signed, and tries it out. */
@Injectable()
export class Payloads {
  constructor(
    private readonly chain: CallSimulator,
    private readonly settings: Settings,
    private readonly decoder: CallDecoder,
  ) {}

  /**
   * A call, tried out on top of the indexed head. Where it needs one, an approval of exactly what it takes comes before.
   *
   * @throws ApiError `upstream_unavailable`
   */
  async make(
    asOf: AsOfBlock,
    from: Address,
    { spending, call, kind, got }: PayableCall,
    warnings: readonly SigningWarningCode[],
  ): Promise<Payload> {
    const { token, amount } = spending;
    const { approval, simulation } = await this.tryOut(asOf, from, spending, call);
    const platformToken = toAddress(this.settings.platformTokenAddress);
    const names = new Map([token, ...(got === undefined ? [] : [got])].map((one) => [one.address, one]));
    const describe = (one: RawCall, of: ContractKind): WalletCallDto => ({
      ...{ to: one.to, data: one.data, value: '0' },
      description: sayCall(this.decoder, one, of, { names, from, platformToken }),
    });
    const calls = [describe(call, kind)];
    if (approval !== null)
      calls.unshift(describe(approval, token.address === platformToken ? 'platform_token' : 'app_token'));
    const allowsAll = approval !== null && token.supply !== null && amount >= token.supply;
    return {
      ...this.about(asOf, simulation),
      calls,
      sendCalls: this.toSendCalls(from, calls),
      warnings: toSigningWarnings(allowsAll ? [...warnings, 'unlimited_approval'] : warnings),
    };
  }

  private async tryOut(
    asOf: AsOfBlock,
    from: Address,
    { token, spender, amount, isBound, isFree = false }: Spending,
    call: RawCall,
  ): Promise<{ approval: RawCall | null; simulation: Simulation }> {
    try {
      const allowed = isFree ? amount : await this.chain.allowance(token.address, from, spender, asOf.block);
      const isEnough = isBound ? allowed === amount : allowed >= amount;
      const approval = isEnough ? null : encodeApproval(token.address, spender, amount);
      const approved = mapKnown(approval, (one) => ({
        ...one,
        ...{ token: token.address, owner: from, spender, amount },
      }));
      return { approval, simulation: await this.chain.simulate(from, call, approved, asOf.block) };
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

  private toSendCalls(from: Address, calls: readonly WalletCallDto[]): SendCallsDto {
    return {
      version: '2.0.0',
      from,
      chainId: numberToHex(this.settings.chainId),
      atomicRequired: calls.length > 1,
      calls: calls.map(({ to, data, value }) => ({ to, data, value: numberToHex(BigInt(value)) })),
    };
  }
}
