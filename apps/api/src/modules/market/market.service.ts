import { Injectable } from '@nestjs/common';
import { expectIndexed } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address, AsOf } from '@slipway/domain';
import type { PriceListDto } from './dto/prices.dto.js';
import { MarketRepository } from './market.repository.js';
import { isStale, priceApp, pricePlatformToken } from './token-price.js';

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
