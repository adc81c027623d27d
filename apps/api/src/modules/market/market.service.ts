import { Injectable } from '@nestjs/common';
import { expectIndexed } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address, AsOf } from '@slipway/domain';
import type { PriceListDto } from './dto/prices.dto.js';
import { MarketRepository } from './market.repository.js';
import { priceApp, pricePlatformToken } from './token-price.js';

/** Apps priced when no tokens are asked for: with the platform token 100 prices. */
const TOP_APPS = 99;

@Injectable()
export class MarketService {
  constructor(
    private readonly repository: MarketRepository,
    private readonly settings: Settings,
  ) {}

  /** Prices in the order asked, none dropped; without tokens, of the platform token and the apps with most volume. */
  async listPrices(tokens: readonly Address[] | null): Promise<AsOf<PriceListDto>> {
    const { asOf, oracle, markets } = expectIndexed(
      tokens === null
        ? await this.repository.readTopMarkets(TOP_APPS)
        : await this.repository.readMarkets(tokens),
    );
    const stale = isStale(oracle, asOf.time, this.settings.priceFeedHeartbeatSeconds, asOf.isLagging);
    const platformToken = pricePlatformToken(oracle, stale);
    const prices = markets.map((market) =>
      market.token === oracle.platformToken ? platformToken : priceApp(market, oracle, stale),
    );
    return { asOf, body: { prices: tokens === null ? [platformToken, ...prices] : prices } };
  }
}

/**
 * Whether prices are old news: the feed missed its heartbeat, or the index lags behind its chain.
 *
 * @param at the as-of block's time
 */
export function isStale(
  oracle: { readonly oraclePriceAt: string | Date | null },
  at: Date,
  heartbeatSeconds: number,
  isLagging: boolean,
): boolean {
  if (isLagging || oracle.oraclePriceAt === null) return true;
  return at.getTime() - new Date(oracle.oraclePriceAt).getTime() > heartbeatSeconds * 1_000;
}
