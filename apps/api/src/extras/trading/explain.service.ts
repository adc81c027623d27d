import { Injectable } from '@nestjs/common';
import { MULTICALL3_ADDRESS } from '@slipway/chain';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { mapKnown, systemClock, toAddress, type Address, type AsOf } from '@slipway/domain';
import { toSigningWarnings } from '../../modules/market/curves/curves.dto.js';
import { PricesService } from '../../modules/market/prices/prices.service.js';
import { QuotesService } from '../../modules/market/curves/quotes.service.js';
import { TokenNamesService } from '../../modules/market/token-names/token-names.service.js';
import type { CallExplanationDto, ExplainRequestDto } from './dto/explain.dto.js';
import type { ClearSigningDescriptorDto } from './dto/erc7730.dto.js';
import { TradingRepository, type KnownContractsRow } from './trading.repository.js';
import { CallDecoder, type RawCall } from './explain/decode-call.js';
import { explainCall, UNKNOWN_SUPPLY, type ReadCall, type Surroundings } from './explain/explain-call.js';
import { toDescriptor } from './explain/erc7730.js';
import type { ContractKind } from './call-kinds.js';
import { tellCall, tokensIn } from './explain/tell-call.js';

/** Says what a call does before a wallet signs it. */
@Injectable()
export class ExplainService {
  private readonly router: Address | null;

  constructor(
    private readonly repository: TradingRepository,
    private readonly market: PricesService,
    private readonly quotes: QuotesService,
    private readonly tokens: TokenNamesService,
    private readonly settings: Settings,
    private readonly decoder: CallDecoder,
  ) {
    this.router = mapKnown(settings.routerAddress, toAddress);
  }

  /** @throws InvalidRequestError for another chain, and for a multicall of too many calls */
  async explain(request: ExplainRequestDto): Promise<AsOf<CallExplanationDto>> {
    const { chainId } = this.settings;
    if (request.chainId !== undefined && request.chainId !== chainId)
      throw new InvalidRequestError([
        { path: 'chainId', message: `must be ${chainId}, the chain that is served` },
      ]);
    const from = request.from ?? null;
    const outer = {
      to: request.to,
      data: request.data.toLowerCase() as RawCall['data'],
      value: request.value ?? 0n,
    };
    const multicall = outer.to === MULTICALL3_ADDRESS ? this.readMulticall(outer.data) : null;
    const inner = multicall?.calls ?? [];
    const known = expectIndexed(
      await this.repository.readKnownContracts([...new Set([outer, ...inner].map(({ to }) => to))]),
    );
    const calls = [
      this.read(outer, known, { sender: from, isInner: false }, multicall?.decoded),
      ...inner.map((one) => this.read(one, known, { sender: MULTICALL3_ADDRESS, isInner: true })),
    ];
    const named = [...new Set(calls.flatMap(({ told }) => (told === null ? [] : tokensIn(told))))];
    const trades = calls.flatMap(({ told }) => told?.trade ?? []);
    const [names, priced, ofTrades] = await Promise.all([
      this.tokens.read(named),
      this.price(named),
      this.quotes.judge(trades),
    ]);
    const asOf = priced?.asOf ?? known.asOf;
    const surroundings: Surroundings = {
      names,
      ofTrades,
      prices: priced?.body ?? new Map<Address, never>(),
      spenders: new Set([known.launchpad, ...(this.router === null ? [] : [this.router])]),
      from,
      now: Math.floor(Math.max(systemClock.now().getTime(), asOf.time.getTime()) / 1_000),
    };
    const [told, ...others] = calls.map((call) => explainCall(call, surroundings));
    if (told === undefined) throw new Error('the call that was asked about is missing');
    return { asOf, body: { chainId, ...withInner(told, others), calls: others } };
  }

  /**
   * How wallets show calls of a contract.
   *
   * @throws ApiError `not_found` for a contract that is not of this deployment
   */
  async describe(address: Address): Promise<AsOf<ClearSigningDescriptorDto>> {
    const known = expectIndexed(await this.repository.readKnownContracts([address]));
    const { asOf, platformToken } = known;
    const kind = this.kindOf(address, known);
    if (kind === null)
      throw new ApiError('not_found', { message: 'No contract of this deployment has this address.', asOf });
    const supply = (await this.tokens.read([address])).get(address)?.supply ?? UNKNOWN_SUPPLY;
    const { chainId } = this.settings;
    const poolToken = known.poolTokens[address] ?? null;
    return {
      asOf,
      body: toDescriptor(this.decoder.functionsOf(kind), {
        kind,
        chainId,
        address,
        platformToken,
        poolToken,
        supply,
      }),
    };
  }

  private read(
    call: RawCall,
    known: KnownContractsRow,
    by: Pick<ReadCall, 'sender' | 'isInner'>,
    decodedBefore?: ReadCall['decoded'],
  ): ReadCall {
    const kind = this.kindOf(call.to, known);
    const decoded = decodedBefore ?? this.decoder.decode(kind, call.data);
    const { platformToken } = known;
    const position = { ...call, platformToken, poolToken: known.poolTokens[call.to] ?? null };
    return { ...call, ...by, kind, decoded, told: mapKnown(decoded, (one) => tellCall(one, position)) };
  }

  /** @throws InvalidRequestError for too many calls */
  private readMulticall(data: RawCall['data']): ReturnType<CallDecoder['decodeMulticall']> {
    try {
      return this.decoder.decodeMulticall(data);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new InvalidRequestError([{ path: 'data', message: error.message }]);
    }
  }

  private kindOf(address: Address, { kinds }: KnownContractsRow): ContractKind | null {
    if (address === MULTICALL3_ADDRESS) return 'multicall3';
    return address === this.router ? 'router' : (kinds[address] ?? null);
  }

  private price(tokens: Address[]): ReturnType<PricesService['readExact']> | null {
    return tokens.length === 0 ? null : this.market.readExact(tokens);
  }
}

type Explained = ReturnType<typeof explainCall>;

/** A multicall is told whole when all of its calls are, and warns of what they warn of. */
function withInner(outer: Explained, inner: readonly Explained[]): Explained {
  const warnings = [outer, ...inner].flatMap((call) => call.warnings.map(({ code }) => code));
  return {
    ...outer,
    known: outer.known && inner.every(({ known }) => known),
    warnings: toSigningWarnings(warnings),
  };
}
