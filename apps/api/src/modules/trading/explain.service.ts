import { Injectable } from '@nestjs/common';
import { MULTICALL3_ADDRESS } from '@slipway/chain';
import { expectIndexed, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { mapKnown, toAddress, type Address, type AsOf, type AsOfBlock } from '@slipway/domain';
import type { PriceDto } from '../market/dto/prices.dto.js';
import { MarketService } from '../market/market.service.js';
import type { CallExplanationDto, ExplainRequestDto } from './dto/explain.dto.js';
import { TradingRepository } from './trading.repository.js';
import { decodeCall, decodeMulticall, type RawCall } from './explain/decode-call.js';
import { explainCall, type ReadCall, type Surroundings } from './explain/explain-call.js';
import type { ContractKind } from './types/trading.types.js';
import { tellCall } from './explain/tell-call.js';

/** Says what a call does before a wallet signs it. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly repository: TradingRepository,
    private readonly market: MarketService,
    private readonly settings: Settings,
  ) {}

  /** @throws InvalidRequestError for a multicall of too many calls */
  async explain({ to, data, value, from }: ExplainRequestDto): Promise<AsOf<CallExplanationDto>> {
    const inner = to === MULTICALL3_ADDRESS ? passedOn(data) : [];
    const raw: readonly RawCall[] = [{ to, data }, ...inner];
    const known = expectIndexed(
      await this.repository.readKnownContracts([...new Set(raw.map((one) => one.to))]),
    );
    const router = mapKnown(this.settings.routerAddress, toAddress);
    const kindOf = (address: Address): ContractKind | null => {
      if (address === MULTICALL3_ADDRESS) return 'multicall3';
      if (address === router) return 'router';
      return known.kinds[address] ?? null;
    };
    const calls = raw.map((one) => read(one, kindOf(one.to), known.platformToken));
    const tokens = [...new Set(calls.flatMap(({ told }) => told?.amounts.map(({ token }) => token) ?? []))];
    const { asOf, prices } =
      tokens.length === 0 ? { asOf: known.asOf, prices: [] } : await this.price(tokens);
    const surroundings: Surroundings = {
      prices: new Map(prices.map((price) => [price.tokenAddress, price])),
      spenders: new Set([known.launchpad, ...(router === null ? [] : [router])]),
      from: from ?? null,
    };
    const [outer, ...others] = calls.map((call) => explainCall(call, surroundings));
    if (outer === undefined) throw new Error('the call that was asked about is missing');
    if (BigInt(value ?? 0) > 0n) outer.warnings.push('sends_ether');
    return { asOf, body: { ...outer, calls: others } };
  }

  private async price(tokens: Address[]): Promise<{ asOf: AsOfBlock; prices: PriceDto[] }> {
    const { asOf, body } = await this.market.listPrices(tokens);
    return { asOf, prices: body.prices };
  }
}

function passedOn(data: RawCall['data']): readonly RawCall[] {
  try {
    return decodeMulticall(data) ?? [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidRequestError([{ path: 'data', message: error.message }]);
  }
}

function read(call: RawCall, kind: ContractKind | null, platformToken: Address): ReadCall {
  const decoded = kind === null ? null : decodeCall(kind, call.data);
  const told =
    kind === null || decoded === null ? null : tellCall(kind, decoded, { to: call.to, platformToken });
  return { ...call, kind, decoded, told };
}
