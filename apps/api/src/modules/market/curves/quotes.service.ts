import { Injectable } from '@nestjs/common';
import {
  priceChange,
  priceInPlatform,
  QUOTE_REFUSALS,
  type CurveState,
  Protocol,
  type Reserves,
  type QuoteRefusal,
  type TradeQuote,
  type TradeSide,
  type TradeVenue,
} from '@slipway/protocols';
import { type Address, type AsOfBlock, type Ratio, toAddress } from '@slipway/domain';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { type NamedToken, TokenNamesService } from '../token-names/token-names.service.js';
import { isStale } from '../prices/prices.service.js';
import type { SigningWarningCode } from './curves.dto.js';
import { type CurveRow, CurvesRepository } from './curves.repository.js';

/** What a trade would do, and what a user should look at twice. */
export interface QuotedTrade {
  readonly asOf: AsOfBlock;
  readonly venue: TradeVenue;
  readonly quote: TradeQuote;
  /** What goes in is worth so much of what comes out, at the price before the trade. */
  readonly worth: bigint;
  readonly warnings: readonly SigningWarningCode[];
  readonly token: NamedToken;
  readonly platformToken: NamedToken;
  readonly launchpad: Address;
  /** Null on the curve. */
  readonly pool: Address | null;
}

/** A trade along a route, as a call has it. */
export interface RoutedTrade {
  readonly on: TradeVenue;
  /** Tokens, in order: each two that follow one another are a market's. */
  readonly route: readonly Address[];
  /** In wei, at one end of the route; null where the call says none. */
  readonly amount: bigint | null;
  /** Whether it is what goes in; else what comes out. */
  readonly isAmountIn: boolean;
}

/** What is much: 5 %. */
const MUCH: Ratio = { numerator: 5n, denominator: 100n };

const FEE_UNKNOWN = 'The index begins after the launchpad said what trades pay: START_BLOCK is too high.';

/** Less than a tenth of what is paid for it is no least. */
export const isNoLeast = (least: number, worth: number): boolean => least * 10 < worth;

/** **The** quotes: what is shown and what payloads are made of. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly repository: CurvesRepository,
    private readonly names: TokenNamesService,
    private readonly settings: Settings,
    private readonly protocol: Protocol,
  ) {}

  /**
   * What a trade would do at the head: on the curve, or in the pool that the app graduated into.
   *
   * @throws ApiError `not_found` when no app has the token
   * @throws InvalidRequestError when the contract would refuse the amount, with the reason
   */
  async quote(tokenAddress: Address, side: TradeSide, amount: bigint): Promise<QuotedTrade> {
    const platformAddress = toAddress(this.settings.platformTokenAddress);
    const [found, names] = await Promise.all([
      this.repository.readCurves([tokenAddress]),
      this.names.read([tokenAddress, platformAddress]),
    ]);
    const { asOf, curves } = expectIndexed(found);
    const curve = curves[tokenAddress];
    const [token, platformToken] = [names.get(tokenAddress), names.get(platformAddress)];
    if (curve === undefined || token === undefined || platformToken === undefined)
      throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const { pool, launchpad } = curve;
    if (pool === null && curve.feePpm === null)
      throw new ApiError('service_unavailable', {
        message: FEE_UNKNOWN,
        details: { reason: 'fee_unknown' },
        asOf,
      });
    const quote = quoteOf(this.protocol, curve, side, amount);
    if (typeof quote === 'string')
      throw new InvalidRequestError([{ path: 'amount', message: QUOTE_REFUSALS[quote] }], quote);
    const isOld = isStale(curve, asOf.time, this.settings, asOf.isLagging);
    const warnings: [code: SigningWarningCode, isGiven: boolean][] = [
      ['price_moved', isPriceMoved(curve)],
      ['high_impact', isMore(quote.priceImpact, MUCH)],
      ['stale_price', isOld],
      ['hidden_app', token.isHidden],
      ['ambiguous_symbol', token.isAmbiguous],
    ];
    return {
      ...{
        asOf,
        venue: pool === null ? 'curve' : 'pool',
        quote,
        worth: worthOf(now(curve), side, quote.amountIn),
      },
      ...{ token, platformToken, launchpad, pool },
      warnings: warnings.filter(([, isGiven]) => isGiven).map(([code]) => code),
    };
  }

  /** What the markets of trades say of them: whether a price moved, the trade moves it much, or a market is not ours. */
  async judge(
    trades: readonly RoutedTrade[],
  ): Promise<ReadonlyMap<RoutedTrade, readonly SigningWarningCode[]>> {
    if (trades.length === 0) return new Map();
    const platformToken = toAddress(this.settings.platformTokenAddress);
    const tokens = new Set(trades.flatMap(({ route }) => route));
    const { curves } = expectIndexed(await this.repository.readCurves([...tokens]));
    return new Map(trades.map((trade) => [trade, judgeTrade(this.protocol, trade, curves, platformToken)]));
  }
}

function judgeTrade(
  protocol: Protocol,
  { on, route, amount, isAmountIn }: RoutedTrade,
  curves: Readonly<Record<Address, CurveRow>>,
  platformToken: Address,
): SigningWarningCode[] {
  const found: SigningWarningCode[] = [];
  const legs = route.slice(1).map((got, i) => [route[i], got] as const);
  let passed = amount;
  for (const [paid, got] of isAmountIn ? legs : legs.reverse()) {
    const side = paid === platformToken ? 'buy' : 'sell';
    const token = side === 'buy' ? got : got === platformToken ? paid : undefined;
    const curve = token === undefined ? undefined : curves[token];
    if (curve === undefined || (on === 'pool' && curve.pool === null)) {
      found.push('unknown_contract');
      passed = null;
      continue;
    }
    if (isPriceMoved(curve)) found.push('price_moved');
    const quote =
      passed === null
        ? null
        : isAmountIn
          ? quoteOf(protocol, curve, side, passed)
          : quoteFor(protocol, curve, side, passed);
    const isQuoted = quote !== null && typeof quote === 'object';
    if (isQuoted ? isMore(quote.priceImpact, MUCH) : quote === 'exceeds_reserve') found.push('high_impact');
    passed = isQuoted ? quote[isAmountIn ? 'amountOut' : 'amountIn'] : null;
  }
  return found;
}

function worthOf({ platform, token }: Reserves, side: TradeSide, amountIn: bigint): bigint {
  const [into, outOf] = side === 'buy' ? [platform, token] : [token, platform];
  return (amountIn * outOf) / into;
}

/** Of what goes in. */
const quoteOf = (
  protocol: Protocol,
  curve: CurveRow,
  side: TradeSide,
  amount: bigint,
): TradeQuote | QuoteRefusal =>
  curve.pool === null
    ? protocol.quoteOnCurve(onCurve(curve), side, amount)
    : protocol.quoteInPool(now(curve), side, amount);

/** Of what comes out, which pools alone are asked for. */
function quoteFor(
  protocol: Protocol,
  curve: CurveRow,
  side: TradeSide,
  amountOut: bigint,
): TradeQuote | QuoteRefusal {
  const amountIn = protocol.poolInputFor(now(curve), side, amountOut);
  return amountIn === null ? 'exceeds_reserve' : protocol.quoteInPool(now(curve), side, amountIn);
}

/** What a trade on the curve starts from. */
function onCurve(row: CurveRow): CurveState {
  return {
    reserves: { platform: BigInt(row.virtualPlatformReserve), token: BigInt(row.virtualTokenReserve) },
    realPlatform: BigInt(row.realPlatformReserve),
    graduationThreshold: BigInt(row.graduationThreshold),
    feePpm: BigInt(row.feePpm ?? 0),
  };
}

function now({ platformReserve, tokenReserve }: CurveRow): Reserves {
  return { platform: BigInt(platformReserve), token: BigInt(tokenReserve) };
}

/** Up or down; a price that there was not, or is no more, has moved. */
function isPriceMoved(row: CurveRow): boolean {
  const before = { platform: BigInt(row.platformReserveBefore), token: BigInt(row.tokenReserveBefore) };
  const change = priceChange(priceInPlatform(now(row)), priceInPlatform(before));
  return change === null || isMore(change, MUCH) || isMore({ ...change, numerator: -change.numerator }, MUCH);
}

function isMore(a: Ratio, b: Ratio): boolean {
  return a.numerator * b.denominator > b.numerator * a.denominator;
}
