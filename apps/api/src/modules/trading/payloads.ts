import { Injectable } from '@nestjs/common';
import { CallSimulator, type Simulation } from '@slipway/chain';
import { ApiError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { mapKnown, type Address, type AsOfBlock } from '@slipway/domain';
import type { PayloadDto } from './dto/payload.dto.js';
import { encodeApproval, type DescribedCall, type NamedToken } from './trade-calls.js';

/** What a call takes from the account that sends it, by allowance. */
export interface Spending {
  readonly token: NamedToken;
  readonly spender: Address;
  /** In wei. */
  readonly amount: bigint;
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
  async make(asOf: AsOfBlock, from: Address, spending: Spending, call: DescribedCall): Promise<Payload> {
    const { token, spender, amount } = spending;
    try {
      const allowed = await this.chain.allowance(token.address, from, spender, asOf.block);
      const approval = allowed >= amount ? null : encodeApproval(token, spender, amount);
      const approved = mapKnown(approval, (one) => ({
        ...one,
        ...{ token: token.address, owner: from, spender, amount },
      }));
      const simulation = await this.chain.simulate(from, call, approved, asOf.block);
      return this.withCalls(asOf, approval === null ? [call] : [approval, call], simulation);
    } catch (error) {
      throw new ApiError('upstream_unavailable', { cause: error, asOf, headers: { 'Retry-After': '1' } });
    }
  }

  /** Nothing to sign, since it would be refused. */
  empty(asOf: AsOfBlock): Payload {
    return this.withCalls(asOf, [], { ok: null, reason: 'There are no calls to try.' });
  }

  private withCalls({ block, time }: AsOfBlock, calls: DescribedCall[], simulation: Simulation): Payload {
    const asOf = { block: Number(block), time: time.toISOString() };
    return { chainId: this.settings.chainId, calls, asOf, simulation };
  }
}
