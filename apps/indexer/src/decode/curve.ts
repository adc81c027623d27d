import type { EventOf } from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import {
  cleanChainText,
  cleanChainUrl,
  foldName,
  foldSymbol,
  nameNeighbours,
  nameWords,
  toNameSkeleton,
} from '@slipway/name-matching';
import type { Address } from '@slipway/domain';
import type { AppRow, ReserveRow, TradeRow } from './rows.js';
import { toTradeRow } from './trade-row.js';

/** Code points kept of a launch's texts: generous to what preflight would refuse, bounded for what it never saw. */
const NAME_MAX = 128;
const SYMBOL_MAX = 32;
const DESCRIPTION_MAX = 2_000;

/** A launch adds an app and its first reserves, which are the same for all. */
export function handleLaunched(
  event: EventOf<'Launched'>,
  time: Date,
  deployment: Deployment,
): { app: AppRow; reserve: ReserveRow } {
  const name = cleanChainText(event.appName, NAME_MAX);
  const symbol = cleanChainText(event.symbol, SYMBOL_MAX);
  const description = cleanChainText(event.description, DESCRIPTION_MAX);
  const app = {
    ...event,
    time,
    name,
    symbol,
    nameKey: foldName(name),
    nameSkeleton: toNameSkeleton(name),
    nameNeighbours: nameNeighbours(name),
    nameWords: nameWords(name),
    symbolKey: foldSymbol(symbol),
    description: description === '' ? null : description,
    imageUrl: cleanChainUrl(event.imageUrl),
    website: cleanChainUrl(event.website),
    supply: deployment.protocol.mintsOnCurve ? 0n : null,
  };
  const { initialVirtualPlatform, initialVirtualToken } = deployment;
  // Nothing is in a curve at first.
  const realPlatform = deployment.protocol.hasVirtualReserves ? null : 0n;
  const made = { virtualPlatform: initialVirtualPlatform, virtualToken: initialVirtualToken, realPlatform };
  return { app, reserve: reserveAfter(event, time, made) };
}

/**
 * A buy from or a sale to the curve: the trade, and the reserves it left.
 * @param market what has the curve's tokens
 */
export function handleCurveTrade(
  event: EventOf<'Bought' | 'Sold'>,
  market: Address,
  time: Date,
  oraclePrice: bigint | null,
): { trade: TradeRow; reserve: ReserveRow } {
  const { token, trader, platformAmount, fee, tokenAmount } = event;
  const isBuy = event.name === 'Bought';
  const gross = { market, in: isBuy ? 0n : tokenAmount, out: isBuy ? tokenAmount : 0n };
  const amounts = { side: isBuy ? 'buy' : 'sell', platformAmount, fee, tokenAmount } as const;
  return {
    trade: toTradeRow(event, time, { token, trader, venue: 'curve', gross }, amounts, oraclePrice),
    reserve: reserveAfter(event, time, event),
  };
}

function reserveAfter(
  { blockNumber, logIndex, token }: EventOf<'Launched' | 'Bought' | 'Sold'>,
  time: Date,
  {
    virtualPlatform: platform,
    virtualToken: tokens,
    realPlatform,
  }: Pick<EventOf<'Bought'>, 'virtualPlatform' | 'virtualToken' | 'realPlatform'>,
): ReserveRow {
  return { blockNumber, logIndex, time, token, venue: 'curve', platform, tokens, realPlatform };
}
