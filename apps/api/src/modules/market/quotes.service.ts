import { Injectable } from '@nestjs/common';
import {
  priceChange,
  priceInPlatform,
  QUOTE_REFUSALS,
  quoteSwap,
  quoteTrade,
  type TradeQuote,
  type TradeSide,
} from '@slipway/bonding-curve';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { toAddress, type Address, type AsOfBlock, type Ratio } from '@slipway/domain';
import type { SigningWarningCode } from './dto/signing-warning.dto.js';
import { MarketRepository } from './market.repository.js';
import { isStale } from './token-price.js';
import { TokenNamesService, type NamedToken } from './token-names.service.js';
import type { CurveRow, TradeVenue } from './types/curves.types.js';

/** What a trade would do, and what a user should look at twice. */
export interface QuotedTrade {
  readonly asOf: AsOfBlock;
  readonly venue: TradeVenue;
  readonly quote: TradeQuote;
  readonly warnings: readonly SigningWarningCode[];
  readonly token: NamedToken;
  readonly platformToken: NamedToken;
  readonly launchpad: Address;
  /** Null on the curve. */
  readonly pool: Address | null;
}

/** What is much: 5 %. */
const MUCH: Ratio = { numerator: 5n, denominator: 100n };

/** **The** quotes: what is shown and what payloads are made of. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly repository: MarketRepository,
    private readonly names: TokenNamesService,
    private readonly settings: Settings,
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
      this.repository.readCurve(tokenAddress),
      this.names.read([tokenAddress, platformAddress]),
    ]);
    const { asOf, curve } = expectIndexed(found);
    const [token, platformToken] = [names.get(tokenAddress), names.get(platformAddress)];
    if (curve === null || token === undefined || platformToken === undefined)
      throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const { pool, launchpad } = curve;
    const quote =
      pool === null ? quoteTrade(onCurve(curve), side, amount) : quoteSwap(now(curve), side, amount);
    if (typeof quote === 'string')
      throw new InvalidRequestError([{ path: 'amount', message: QUOTE_REFUSALS[quote] }], quote);
    const isOld = isStale(curve, asOf.time, this.settings.priceFeedHeartbeatSeconds, asOf.isLagging);
    const warnings: [code: SigningWarningCode, isGiven: boolean][] = [
      ['price_moved', isPriceMoved(curve)],
      ['high_impact', isMore(quote.priceImpact, MUCH)],
      ['stale_price', isOld],
      ['hidden_app', token.isHidden],
      ['ambiguous_symbol', token.isAmbiguous],
    ];
    return {
      ...{ asOf, venue: pool === null ? 'curve' : 'pool', quote, token, platformToken, launchpad, pool },
      warnings: warnings.filter(([, isGiven]) => isGiven).map(([code]) => code),
    };
  }
}

/** What a trade on the curve starts from. */
function onCurve(row: CurveRow): Parameters<typeof quoteTrade>[0] {
  return {
    reserves: { platform: BigInt(row.virtualPlatformReserve), token: BigInt(row.virtualTokenReserve) },
    realPlatform: BigInt(row.realPlatformReserve),
    graduationThreshold: BigInt(row.graduationThreshold),
    feeBps: BigInt(row.feeBps),
  };
}

function now({ platformReserve, tokenReserve }: CurveRow): Parameters<typeof quoteSwap>[0] {
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
