import type { Deployment, EventOf } from '#chain';
import {
  cleanChainText,
  cleanChainUrl,
  foldName,
  foldSymbol,
  nameNeighbours,
  nameWords,
  toNameSkeleton,
} from '#names';
import type { AppRow, NameKeys, ReserveRow } from './rows.js';

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
  const { blockNumber, logIndex, txHash, token, creator } = event;
  const name = cleanChainText(event.appName, NAME_MAX);
  const symbol = cleanChainText(event.symbol, SYMBOL_MAX);
  const description = cleanChainText(event.description, DESCRIPTION_MAX);
  return {
    app: {
      blockNumber,
      logIndex,
      time,
      txHash,
      token,
      creator,
      name,
      symbol,
      ...keysOf(name, symbol),
      description: description === '' ? null : description,
      imageUrl: cleanChainUrl(event.imageUrl),
      website: cleanChainUrl(event.website),
      launchCost: event.cost,
    },
    reserve: {
      blockNumber,
      logIndex,
      time,
      token,
      venue: 'curve',
      platform: deployment.initialVirtualPlatform,
      tokens: deployment.initialVirtualToken,
    },
  };
}

function keysOf(name: string, symbol: string): NameKeys {
  return {
    nameKey: foldName(name),
    nameSkeleton: toNameSkeleton(name),
    nameNeighbours: nameNeighbours(name),
    nameWords: nameWords(name),
    symbolKey: foldSymbol(symbol),
  };
}
