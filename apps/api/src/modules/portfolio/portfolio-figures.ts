import {
  LEDGER_USD_UNIT,
  mapKnown,
  ONE_TOKEN,
  priceTradeOf,
  toJsonNumber,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
  type TradeDigits,
} from '@slipway/domain';
import type { HistoryPointDto, PlatformTokenDto, PortfolioDto, PositionDto } from './dto/portfolio.dto.js';
import type { WalletActivityDto } from './dto/wallet-activity.dto.js';
import type { ActivityRow, HistoryRow, PortfolioSums, PositionRow } from './types/portfolio.types.js';

/** A position's figures (docs/http-contract.md section 3, Positions), exact until the last step. */
export function toPosition({ token, symbol, balance, ...row }: PositionRow): PositionDto {
  const value = mapKnown(row.value, BigInt);
  const cost = mapKnown(row.cost, BigInt);
  return {
    tokenAddress: token,
    symbol,
    balance,
    ...(value !== null && { valueUsd: toUsd(value) }),
    ...(cost !== null && {
      avgEntryPriceUsd: toJsonNumber({
        numerator: cost * ONE_TOKEN,
        denominator: BigInt(balance) * LEDGER_USD_UNIT,
      }),
    }),
    ...(value !== null && cost !== null && { unrealizedPnlUsd: toUsd(value - cost) }),
  };
}

/** A wallet's totals. Without positions they are 0; with positions of which none has a figure, its total is unknown. */
export function toTotals(sums: PortfolioSums): Omit<PortfolioDto, 'address' | 'platformToken'> {
  const total = (sum: string | null): number | null =>
    sums.positions === 0 ? 0 : mapKnown(sum, (known) => toUsd(BigInt(known)));
  return {
    totalValueUsd: total(sums.value),
    totalCostUsd: total(sums.cost),
    unrealizedPnlUsd: total(sums.unrealized),
    realizedPnlUsd: toUsd(BigInt(sums.realized ?? 0)),
    positions: sums.positions,
    pricedPositions: sums.priced,
  };
}

/** What a wallet has of the platform token; its worth is unknown while the feed has no price. */
export function toPlatformToken(balance: bigint, oraclePrice: string | null): PlatformTokenDto {
  const units = mapKnown(oraclePrice, (price) => balance * BigInt(price));
  return {
    balance: balance.toString(),
    valueUsd: mapKnown(units, (known) => unitsToJsonNumber(known.toString(), USD_WEI_DECIMALS)),
  };
}

/** The same totals at a moment of a wallet's history. */
export function toHistoryPoint(sums: HistoryRow): HistoryPointDto {
  const unrealized = sums.positions === 0 ? '0' : sums.unrealized;
  return {
    timestamp: new Date(sums.at).toISOString(),
    valueUsd: toTotals(sums).totalValueUsd,
    pnlUsd: mapKnown(unrealized, (known) => toUsd(BigInt(known) + BigInt(sums.realized ?? 0))),
  };
}

/** A line of a wallet's activity, as the interface gives it. */
export function toActivity(row: ActivityRow): WalletActivityDto {
  return {
    type: row.type,
    tokenAddress: row.token,
    symbol: row.symbol,
    txHash: row.txHash,
    logIndex: row.logIndex,
    blockNumber: row.block,
    timestamp: new Date(row.time).toISOString(),
    from: row.from,
    to: row.to,
    tokenAmount: row.tokenAmount,
    platformAmount: row.platformAmount,
    priceUsd: tradePrice(row) ?? mapKnown(row.unitValue, (known) => toUsd(BigInt(known))),
    valueUsd: mapKnown(row.value, (known) => toUsd(BigInt(known))),
  };
}

/** A trade's own price in USD; of a share that is too small for one, the whole trade's. */
function tradePrice({ type, oraclePrice, shared, ...own }: ActivityRow): number | null {
  const priceOf = (digits: TradeDigits): number | null => priceTradeOf(type, digits, oraclePrice).priceUsd;
  return priceOf(own) ?? mapKnown(shared, priceOf);
}

/** @param amount with 44 decimals */
function toUsd(amount: bigint): number {
  return toJsonNumber({ numerator: amount, denominator: LEDGER_USD_UNIT });
}
