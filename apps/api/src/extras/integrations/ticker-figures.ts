import { USD_FEED_DECIMALS } from '@slipway/domain';
import { SMALLEST, toQuotient, toTokens } from './decimal-text.js';
import type { TickerRow } from './types/coingecko.types.js';

/** Platform tokens for one app token, without a fee. */
export function marginalPrice({ platformReserve, tokenReserve }: TickerRow): string {
  return toQuotient(BigInt(platformReserve), BigInt(tokenReserve)) ?? SMALLEST;
}

/** Wei of platform tokens in USD. @param oraclePrice with 8 decimals */
export function toUsdText(wei: bigint, oraclePrice: bigint): string {
  return toTokens((wei * oraclePrice) / 10n ** BigInt(USD_FEED_DECIMALS));
}
