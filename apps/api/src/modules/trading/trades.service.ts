import { Injectable } from '@nestjs/common';
import { QUOTE_REFUSALS, quoteSwap, quoteTrade, type TradeQuote } from '@slipway/bonding-curve';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import {
  systemClock,
  toAddress,
  toJsonNumber,
  type Address,
  type AsOf,
  type AsOfBlock,
} from '@slipway/domain';
import type { TradePayloadDto, TradeRequestDto } from './dto/trade.dto.js';
import { Payloads } from './payloads.js';
import { encodeTrade, leastOut, type QuotedTrade } from './trade-calls.js';
import { TradingRepository } from './trading.repository.js';
import type { TradedAppRow } from './types/trading.types.js';

/** A wallet has so long to sign a trade in a pool (docs/http-contract.md section 3, Trade payload). */
const DEADLINE_SECONDS = 20 * 60;

/** Trades as calls that a wallet signs and sends. */
@Injectable()
export class TradesService {
  constructor(
    private readonly repository: TradingRepository,
    private readonly payloads: Payloads,
    private readonly settings: Settings,
  ) {}

  /**
   * The calls of a trade, tried out at the indexed head: on the curve, or in the pool of an app that has graduated.
   *
   * @throws ApiError `not_found`, `conflict` (graduated, and there is no router), `upstream_unavailable`
   * @throws InvalidRequestError when the contract would refuse the amount
   */
  async createPayload(request: TradeRequestDto): Promise<AsOf<TradePayloadDto>> {
    const { asOf, app } = expectIndexed(await this.repository.readTradedApp(request.tokenAddress));
    if (app === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const trade = this.quote(app, request, asOf);
    const { trader, side, venue, quote, minOut, deadline } = trade;
    const spending = { token: trade.paid, spender: trade.contract, amount: quote.amountIn };
    const payload = await this.payloads.make(asOf, trader, spending, encodeTrade(trade));
    const body = {
      ...payload,
      trader,
      side,
      venue,
      amountIn: quote.amountIn.toString(),
      amountOut: quote.amountOut.toString(),
      minOut: minOut.toString(),
      fee: quote.fee.toString(),
      priceImpact: toJsonNumber(quote.priceImpact),
      deadline: deadline === null ? null : new Date(deadline * 1_000).toISOString(),
    };
    return { asOf, body };
  }

  private quote(app: TradedAppRow, request: TradeRequestDto, asOf: AsOfBlock): QuotedTrade {
    const { tokenAddress, trader, side, slippageBps } = request;
    const platform = { address: app.platformToken, symbol: app.platformSymbol };
    const token = { address: tokenAddress, symbol: app.symbol };
    const [paid, got] = side === 'buy' ? [platform, token] : [token, platform];
    const contract = app.pool === null ? app.launchpad : this.router(app.pool, asOf);
    const quote = quoteOf(app, request);
    const minOut = leastOut(quote.amountOut, slippageBps);
    const venue = app.pool === null ? 'curve' : 'pool';
    const deadline = app.pool === null ? null : deadlineAfter(asOf);
    return { venue, contract, trader, side, paid, got, quote, minOut, deadline };
  }

  private router(pool: Address, asOf: AsOfBlock): Address {
    const { routerAddress } = this.settings;
    if (routerAddress !== null) return toAddress(routerAddress);
    const message = 'The app has graduated, and this deployment names no router to trade in its pool by.';
    throw new ApiError('conflict', { message, details: { reason: 'no_router', pool }, asOf });
  }
}

/** By the clock and the chain's own, whichever is ahead: a chain's may differ. */
function deadlineAfter({ time }: AsOfBlock): number {
  return Math.ceil(Math.max(systemClock.now().getTime(), time.getTime()) / 1_000) + DEADLINE_SECONDS;
}

function quoteOf(app: TradedAppRow, { side, amount }: TradeRequestDto): TradeQuote {
  const inPool = { platform: BigInt(app.platformReserve), token: BigInt(app.tokenReserve) };
  const curve = {
    reserves: { platform: BigInt(app.virtualPlatformReserve), token: BigInt(app.virtualTokenReserve) },
    realPlatform: BigInt(app.realPlatformReserve),
    graduationThreshold: BigInt(app.graduationThreshold),
    feeBps: BigInt(app.feeBps),
  };
  const quote = app.pool === null ? quoteTrade(curve, side, amount) : quoteSwap(inPool, side, amount);
  if (typeof quote === 'string')
    throw new InvalidRequestError([{ path: 'amount', message: QUOTE_REFUSALS[quote] }], quote);
  return quote;
}
