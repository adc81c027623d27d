import { Injectable } from '@nestjs/common';
import { quoteTrade, type CurveQuote, type QuoteRefusal } from '@slipway/bonding-curve';
import { CallSimulator } from '@slipway/chain';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { toJsonNumber, type AsOf, type AsOfBlock } from '@slipway/domain';
import type { TradePayloadDto, TradeRequestDto } from './dto/trade.dto.js';
import { encodeApproval, encodeCurveTrade, leastOut, type DescribedCall } from './trade-calls.js';
import { TradingRepository } from './trading.repository.js';
import type { TradedAppRow } from './trading.types.js';

const REFUSALS: Record<QuoteRefusal, string> = {
  amount_too_small: 'is so little that the trade would give nothing, and the contract refuses it',
  exceeds_reserve: 'is more than all tokens that were bought from the curve, and the contract refuses it',
};

/** Trades as calls that a wallet signs and sends. */
@Injectable()
export class TradesService {
  constructor(
    private readonly repository: TradingRepository,
    private readonly chain: CallSimulator,
    private readonly settings: Settings,
  ) {}

  /**
   * The calls of a trade on the curve, tried out at the indexed head.
   *
   * @throws ApiError `not_found`, `conflict` (graduated), `upstream_unavailable`
   * @throws InvalidRequestError when the contract would refuse the amount
   */
  async createPayload(request: TradeRequestDto): Promise<AsOf<TradePayloadDto>> {
    const { tokenAddress, trader, side, slippageBps } = request;
    const { asOf, app } = expectIndexed(await this.repository.readTradedApp(tokenAddress));
    if (app === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const quote = quoteOf(app, request, asOf);
    const minOut = leastOut(quote.amountOut, slippageBps);
    const { launchpad } = app;
    const platform = { address: app.platformToken, symbol: app.platformSymbol };
    const token = { address: tokenAddress, symbol: app.symbol };
    const [paid, got] = side === 'buy' ? [platform, token] : [token, platform];
    const trade = encodeCurveTrade({ launchpad, paid, got }, side, quote, minOut);
    return this.askChain(asOf, async () => {
      const allowed = await this.chain.allowance(paid.address, trader, launchpad, asOf.block);
      const calls: DescribedCall[] =
        allowed >= quote.amountIn ? [trade] : [encodeApproval(paid, launchpad, quote.amountIn), trade];
      const simulation = await this.chain.simulate(trader, calls, asOf.block);
      const body = {
        chainId: this.settings.chainId,
        calls,
        asOf: { block: Number(asOf.block), time: asOf.time.toISOString() },
        trader,
        side,
        venue: 'curve' as const,
        amountIn: quote.amountIn.toString(),
        amountOut: quote.amountOut.toString(),
        minOut: minOut.toString(),
        fee: quote.fee.toString(),
        priceImpact: toJsonNumber(quote.priceImpact),
        simulation,
      };
      return { asOf, body };
    });
  }

  private async askChain<T>(asOf: AsOfBlock, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new ApiError('upstream_unavailable', { cause: error, asOf, headers: { 'Retry-After': '1' } });
    }
  }
}

function quoteOf(app: TradedAppRow, { side, amount }: TradeRequestDto, asOf: AsOfBlock): CurveQuote {
  if (app.pool !== null) {
    const message = 'The app has graduated: it trades in its pool, for which there are no payloads.';
    throw new ApiError('conflict', { message, details: { reason: 'graduated', pool: app.pool }, asOf });
  }
  const curve = {
    reserves: { platform: BigInt(app.virtualPlatformReserve), token: BigInt(app.virtualTokenReserve) },
    realPlatform: BigInt(app.realPlatformReserve),
    graduationThreshold: BigInt(app.graduationThreshold),
    feeBps: BigInt(app.feeBps),
  };
  const quote = quoteTrade(curve, side, amount);
  if (typeof quote === 'string')
    throw new InvalidRequestError([{ path: 'amount', message: REFUSALS[quote] }], quote);
  return quote;
}
