import { curveProgress, marketCapUsd, priceChange, priceUsd, type Reserves } from '@slipway/bonding-curve';
import {
  mapKnown,
  toJsonNumber,
  TOKEN_DECIMALS,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
  type Ratio,
} from '@slipway/domain';
import type { AppPageFacts, AppRow, MarketContext } from './apps.types.js';
import type { AppDetailDto, AppSummaryDto } from './dto/app.dto.js';

/** Computes an app's figures from its facts (contract section 5, Definitions): exact until the last step. */
export function summarizeApp(facts: AppRow, context: MarketContext): AppSummaryDto {
  const answer = mapKnown(context.answer, BigInt);
  const reserves: Reserves = { platform: BigInt(facts.platformReserve), token: BigInt(facts.tokenReserve) };
  const price = priceUsd(reserves, answer);
  return {
    tokenAddress: facts.token,
    name: facts.name,
    symbol: facts.symbol,
    imageUrl: facts.imageUrl,
    creator: facts.creator,
    stage: facts.pool === null ? 'curve' : 'graduated',
    launchedAt: new Date(facts.launchedAt).toISOString(),
    priceUsd: mapKnown(price, toJsonNumber),
    priceChange24h: mapKnown(priceChange(price, priceUsd24h(facts, context)), toJsonNumber),
    marketCapUsd: mapKnown(marketCapUsd(reserves, answer, BigInt(context.totalSupply)), toJsonNumber),
    volume24hUsd: mapKnown(facts.volumeUsd24h, (units) => unitsToJsonNumber(units, USD_WEI_DECIMALS)),
    holders: facts.holders,
    curveProgress: toJsonNumber(
      curveProgress(
        BigInt(facts.realPlatformReserve),
        BigInt(context.graduationThreshold),
        facts.pool !== null,
      ),
    ),
  };
}

/** An app's summary with what only its own page shows. */
export function describeApp(facts: AppPageFacts, context: MarketContext): AppDetailDto {
  const { pool, graduatedAt } = facts;
  return Object.assign(summarizeApp(facts, context), {
    description: facts.description,
    website: facts.website,
    decimals: TOKEN_DECIMALS,
    totalSupply: context.totalSupply,
    launchTxHash: facts.launchTxHash,
    launchBlock: facts.launchBlock,
    pool:
      pool === null || graduatedAt === null
        ? null
        : { address: pool, graduatedAt: new Date(graduatedAt).toISOString() },
    hidden: facts.hidden,
  });
}

/** The price 24 hours before the block; null for an app that is younger. */
function priceUsd24h(facts: AppRow, context: MarketContext): Ratio | null {
  if (facts.platformReserve24h === null || facts.tokenReserve24h === null) return null;
  const reserves = { platform: BigInt(facts.platformReserve24h), token: BigInt(facts.tokenReserve24h) };
  return priceUsd(reserves, mapKnown(context.answer24h, BigInt));
}
