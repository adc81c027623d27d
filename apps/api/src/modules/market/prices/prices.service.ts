import { Injectable } from '@nestjs/common';
import { expectIndexed, InvalidRequestError, type Moment } from '@slipway/http';
import { heartbeatOf, Settings } from '@slipway/settings';
import {
  type Address,
  type AsOf,
  mapKnown,
  ONE_USD,
  type Ratio,
  toDecimalString,
  toJsonNumber,
} from '@slipway/domain';
import { priceChange, priceInPlatform, priceUsd, type Reserves } from '@slipway/protocols';
import { MomentsService } from '../../../platform/moments/moments.service.js';
import type { PriceDto, PriceListDto } from './prices.dto.js';
import { type MarketRow, type Markets, type OracleRow, PricesRepository } from './prices.repository.js';

/** Apps priced when no tokens are asked for: with the platform token 100 prices. */
const TOP_APPS = 99;

const ONE: Ratio = { numerator: 1n, denominator: 1n };

/** A price before it is rounded: an amount's worth is rounded once. */
export interface ExactPrice {
  /** USD for one whole token; null for an unknown one. */
  readonly usd: Ratio | null;
  /** Platform tokens for one whole token; null for a market without reserves. */
  readonly inPlatform: Ratio | null;
  readonly stale: boolean;
}

@Injectable()
export class PricesService {
  constructor(
    private readonly repository: PricesRepository,
    private readonly moments: MomentsService,
    private readonly settings: Settings,
  ) {}

  /** Prices in the order asked, none dropped; without tokens, of the platform token and the apps with most volume. */
  async listPrices(tokens: readonly Address[] | null): Promise<AsOf<PriceListDto>> {
    const { asOf, oracle, markets } = expectIndexed(
      tokens === null
        ? await this.repository.readTopMarkets(TOP_APPS)
        : await this.repository.readMarkets(tokens),
    );
    const stale = isStale(oracle, asOf.time, this.settings, asOf.isLagging);
    const prices = priceAll({ oracle, markets }, stale);
    return {
      asOf,
      body: { prices: tokens === null ? [pricePlatformToken(oracle, stale), ...prices] : prices },
    };
  }

  /** What {@link listPrices} said of tokens at a moment; `stale` by the feed alone. @throws as `MomentsService.find` */
  async listPricesAt(tokens: readonly Address[] | null, at: Moment): Promise<AsOf<PriceListDto>> {
    if (tokens === null)
      throw new InvalidRequestError([{ path: 'tokens', message: 'must be there with `at`' }]);
    const { moment, found } = await this.moments.read(at, (one) =>
      this.repository.readMarketsAt(tokens, one),
    );
    const stale = isStale(found.oracle, moment.time, this.settings, false);
    return { asOf: moment.asOf, body: { prices: priceAll(found, stale) }, isFinal: moment.isFinal };
  }

  /** The prices of `listPrices`, exact; without an entry for an address that is no token of ours. */
  async readExact(tokens: readonly Address[]): Promise<AsOf<ReadonlyMap<Address, ExactPrice>>> {
    const { asOf, oracle, markets } = expectIndexed(await this.repository.readMarkets(tokens));
    const stale = isStale(oracle, asOf.time, this.settings, asOf.isLagging);
    const oraclePrice = mapKnown(oracle.oraclePrice, BigInt);
    const body = new Map<Address, ExactPrice>();
    for (const { token, platformReserve, tokenReserve } of markets) {
      const reserves = toReserves(platformReserve, tokenReserve);
      if (token === oracle.platformToken)
        body.set(token, { usd: toUsd(oracle.oraclePrice), inPlatform: ONE, stale });
      else if (reserves !== null)
        body.set(token, {
          usd: priceUsd(reserves, oraclePrice),
          inPlatform: priceInPlatform(reserves),
          stale,
        });
    }
    return { asOf, body };
  }
}

function priceAll({ oracle, markets }: Markets, stale: boolean): PriceDto[] {
  return markets.map((market) =>
    market.token === oracle.platformToken
      ? pricePlatformToken(oracle, stale)
      : priceApp(market, oracle, stale),
  );
}

type FeedSettings = Pick<Settings, 'priceFeedAddresses' | 'priceFeedHeartbeatSeconds'>;

/**
 * Whether prices are old news: a feed missed its heartbeat, or the index lags behind its chain.
 *
 * @param at the as-of block's time
 */
export function isStale(
  { answeredAt }: Pick<OracleRow, 'answeredAt'>,
  at: Date,
  { priceFeedAddresses, priceFeedHeartbeatSeconds: heartbeats }: FeedSettings,
  isLagging: boolean,
): boolean {
  const times = answeredAt ?? [];
  // The index may still be of other feeds than the settings.
  if (isLagging || times.length !== priceFeedAddresses.length) return true;
  return times.some((time, place) => {
    const heartbeat = heartbeatOf(heartbeats, place);
    return time === null || at.getTime() - new Date(time).getTime() > heartbeat * 1_000;
  });
}

/** An app token's price from its reserves, or `not_found` for an address that is no app's token. */
export function priceApp(row: MarketRow, oracle: OracleRow, stale: boolean): PriceDto {
  const reserves = toReserves(row.platformReserve, row.tokenReserve);
  if (row.symbol === null || reserves === null) return unknownToken(row.token);
  const reserves24h = toReserves(row.platformReserve24h, row.tokenReserve24h);
  const price = priceUsd(reserves, mapKnown(oracle.oraclePrice, BigInt));
  const price24h =
    reserves24h === null ? null : priceUsd(reserves24h, mapKnown(oracle.oraclePrice24h, BigInt));
  const inPlatform = priceInPlatform(reserves);
  return {
    tokenAddress: row.token,
    symbol: row.symbol,
    priceUsd: mapKnown(price, toJsonNumber),
    priceInPlatform: inPlatform === null ? null : toDecimalString(inPlatform),
    change24h: mapKnown(priceChange(price, price24h), toJsonNumber),
    updatedAt: mapKnown(row.pricedAt, toIso),
    stale,
    source: row.pool === null ? 'curve' : 'pool',
    error: null,
  };
}

/** The platform token's price: the feed's own. */
export function pricePlatformToken(oracle: OracleRow, stale: boolean): PriceDto {
  const price = toUsd(oracle.oraclePrice);
  return {
    tokenAddress: oracle.platformToken,
    symbol: oracle.platformSymbol,
    priceUsd: mapKnown(price, toJsonNumber),
    priceInPlatform: '1',
    change24h: mapKnown(priceChange(price, toUsd(oracle.oraclePrice24h)), toJsonNumber),
    updatedAt: mapKnown(oracle.oraclePriceAt, toIso),
    stale,
    source: 'oracle',
    error: null,
  };
}

function unknownToken(tokenAddress: Address): PriceDto {
  return {
    tokenAddress,
    symbol: null,
    priceUsd: null,
    priceInPlatform: null,
    change24h: null,
    updatedAt: null,
    stale: false,
    source: null,
    error: 'not_found',
  };
}

function toReserves(platform: string | null, token: string | null): Reserves | null {
  return platform === null || token === null ? null : { platform: BigInt(platform), token: BigInt(token) };
}

/** A feed's price as dollars; zero or less is no price. */
function toUsd(oraclePrice: string | null): Ratio | null {
  const value = mapKnown(oraclePrice, BigInt);
  return value === null || value <= 0n ? null : { numerator: value, denominator: ONE_USD };
}

function toIso(time: string): string {
  return new Date(time).toISOString();
}
