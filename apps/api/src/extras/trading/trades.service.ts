import { Injectable } from '@nestjs/common';
import { ApiError, InvalidRequestError } from '@slipway/http';
import { Protocol } from '@slipway/protocols';
import { Settings } from '@slipway/settings';
import {
  systemClock,
  toAddress,
  toJsonNumber,
  type Address,
  type AsOf,
  type AsOfBlock,
} from '@slipway/domain';
import { isNoLeast, type QuotedTrade, QuotesService } from '../../modules/market/curves/quotes.service.js';
import type { TradePayloadDto, TradeRequestDto } from './dto/trade.dto.js';
import { Payloads } from './payloads.js';
import { leastOut } from './trade-calls.js';

/** A wallet has so long to sign a trade in a pool (docs/http-contract.md section 3, Trade payload). */
const DEADLINE_SECONDS = 20 * 60;

/** Trades as calls that a wallet signs and sends. */
@Injectable()
export class TradesService {
  constructor(
    private readonly quotes: QuotesService,
    private readonly payloads: Payloads,
    private readonly settings: Settings,
    private readonly protocol: Protocol,
  ) {}

  /**
   * The calls of a trade, tried out at the indexed head: on the curve, or in the pool of an app that has graduated.
   *
   * @throws ApiError `not_found`, `quote_moved`, `conflict` (graduated, and there is no router), `upstream_unavailable`
   * @throws InvalidRequestError when the contract would refuse the amount; for both or neither of `minOut` and `slippageBps`
   */
  async createPayload(request: TradeRequestDto): Promise<AsOf<TradePayloadDto>> {
    const { tokenAddress, trader, side, amount } = request;
    expectOneBound(request);
    const quoted = await this.quotes.quote(tokenAddress, side, amount);
    const { asOf, venue, quote, worth, warnings } = quoted;
    const minOut = minOutOf(request, quoted);
    const contract = quoted.pool === null ? quoted.launchpad : this.router(quoted.pool, asOf);
    const [paid, got] =
      side === 'buy' ? [quoted.platformToken, quoted.token] : [quoted.token, quoted.platformToken];
    const deadline = venue === 'curve' ? null : deadlineAfter(asOf);
    const trade = { trader, side, paid: paid.address, got: got.address, amountIn: quote.amountIn, minOut };
    const data =
      deadline === null ? this.protocol.encodeOnCurve(trade) : this.protocol.encodeInPool(trade, deadline);
    const call = { to: contract, data, value: 0n };
    const isFree = venue === 'curve' && side === 'sell' && this.protocol.mintsOnCurve;
    const spending = { token: paid, spender: contract, amount: quote.amountIn, isBound: false, isFree };
    const kind = venue === 'curve' ? 'launchpad' : 'router';
    const payload = await this.payloads.make(asOf, trader, { spending, call, kind, got }, [
      ...warnings,
      ...(isNoLeast(Number(minOut), Number(worth)) ? (['no_minimum'] as const) : []),
    ]);
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

  private router(pool: Address, asOf: AsOfBlock): Address {
    const { routerAddress } = this.settings;
    if (routerAddress !== null) return toAddress(routerAddress);
    const message = 'The app has graduated, and this deployment names no router to trade in its pool by.';
    throw new ApiError('conflict', { message, details: { reason: 'no_router', pool }, asOf });
  }
}

/** What was shown is a minimum; a part of what is quoted now is another. One of them is meant. */
function expectOneBound({ minOut, slippageBps }: TradeRequestDto): void {
  if ((minOut === undefined) !== (slippageBps === undefined)) return;
  const message = 'send either minOut or slippageBps';
  throw new InvalidRequestError([
    { path: 'minOut', message },
    { path: 'slippageBps', message },
  ]);
}

function minOutOf(
  { minOut, slippageBps = 0 }: TradeRequestDto,
  { asOf, quote: { amountOut } }: QuotedTrade,
): bigint {
  if (minOut === undefined) return leastOut(amountOut, slippageBps);
  if (amountOut >= minOut) return minOut;
  const details = { amountOut: amountOut.toString(), minOut: minOut.toString() };
  throw new ApiError('quote_moved', { details, asOf });
}

/** By the clock and the chain's own, whichever is ahead: a chain's may differ. */
function deadlineAfter({ time }: AsOfBlock): number {
  return Math.ceil(Math.max(systemClock.now().getTime(), time.getTime()) / 1_000) + DEADLINE_SECONDS;
}
