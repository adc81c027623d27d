import { parseDecimalPrice, USD_FEED_DECIMALS } from '@slipway/domain';
import { SMALLEST, toQuotient, toTokens } from './decimal-text.js';
import type { TickerRow } from './types/coingecko.types.js';

/** Platform tokens for one app token, without a fee. */
export function marginalPrice({ platformReserve, tokenReserve }: TickerRow): string {
  return toQuotient(BigInt(platformReserve), BigInt(tokenReserve)) ?? SMALLEST;
}

/** App tokens that were traded, each hour's platform amount at the hour's close. */
export function toBaseVolume(hours: TickerRow['hours']): string {
  const sum = hours.reduce((total, [volume, close]) => {
    const { units, decimals } = parseDecimalPrice(close);
    return units === 0n ? total : total + (BigInt(volume) * 10n ** BigInt(decimals)) / units;
  }, 0n);
  return toTokens(sum);
}

/** Wei of platform tokens in USD. @param oraclePrice with 8 decimals */
export function toUsdText(wei: bigint, oraclePrice: bigint): string {
  return toTokens((wei * oraclePrice) / 10n ** BigInt(USD_FEED_DECIMALS));
}
