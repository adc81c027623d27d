import {
  formatCount,
  formatPercent,
  formatShare,
  type AppDetail,
  type LaunchConcentration,
  type LaunchFigures,
  type LaunchReport,
} from '@slipway/sdk';

/** A share that is not 0 is never called so, and one of more than the supply is not cut. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.001) return '<0.1%';
  return share > 1 ? formatPercent(share) : formatShare(share);
}

const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const hold = (count: number): string => (count === 1 ? 'holds' : 'hold');

/** Buyers of a span, whatever the report calls their figures. */
export interface Buyers {
  readonly buyers: number;
  readonly share: number;
  readonly heldShare: number;
  readonly transactions: readonly string[];
}

export const SPANS = ['firstBlock', 'firstBlockBuyers', 'firstBlocks', 'firstMinute'] as const;
export type Span = (typeof SPANS)[number];

export function buyersOf(report: Pick<LaunchReport, Span>, span: Span): Buyers {
  if (span !== 'firstBlockBuyers') return report[span];
  const { count, boughtShare, ...rest } = report.firstBlockBuyers;
  return { buyers: count, share: boughtShare, ...rest };
}

function buyersWords({ buyers, share, heldShare }: Buyers): string {
  if (buyers === 0) return 'Nobody bought';
  return `${counted(buyers, 'wallet')} bought ${shareText(share)}, ${hold(buyers)} ${shareText(heldShare)} now`;
}

/** Of the app's own page. */
type LaunchedApp = Pick<AppDetail, 'stage' | 'launchBlock'>;

/** Why the report has null for an app whose launch the index did not watch. */
function unknownWords({ knownFrom }: LaunchReport, { launchBlock }: LaunchedApp): string {
  return knownFrom !== null && launchBlock < knownFrom
    ? `Not known: launched before block ${knownFrom}`
    : 'Not known: this market does not index it';
}

function liquidityWords(report: LaunchReport, app: LaunchedApp): string {
  const { liquidity } = report;
  if (liquidity === null)
    return app.stage === 'graduated' ? unknownWords(report, app) : 'None before the graduation';
  if (liquidity.lockedShare === null) return 'Not known: the pool logged no LP tokens';
  return `${shareText(liquidity.lockedShare)} of the LP tokens are locked for ever`;
}

function concentrationWords({ top1Share, top10Share, top50Share }: LaunchConcentration): string {
  if (top1Share === 0) return 'No wallet holds any';
  return (
    `The richest wallet has ${shareText(top1Share)}, ten have ${shareText(top10Share)}, ` +
    `fifty have ${shareText(top50Share)} of what wallets hold`
  );
}

export type FigureName =
  'creator' | 'associates' | Span | 'bundles' | 'roundTrips' | 'concentration' | 'liquidity';

/** What a report says, a sentence each. */
export function launchWords(report: LaunchReport, app: LaunchedApp): Record<FigureName, string> {
  const { creator, associates, bundles, roundTrips, concentration } = report;
  const unknown = unknownWords(report, app);
  const span = (name: Span): string => buyersWords(buyersOf(report, name));
  return {
    creator:
      `Holds ${shareText(creator.heldShare)} now, sold ${shareText(creator.soldShare)}. ` +
      `Launched ${counted(creator.launches, 'app')}, ${formatCount(creator.graduated)} graduated`,
    associates:
      associates === null
        ? unknown
        : associates.count === 0
          ? 'None'
          : `${counted(associates.count, 'wallet')} ${hold(associates.count)} ${shareText(associates.heldShare)} now, sold ${shareText(associates.soldShare)}`,
    firstBlock: span('firstBlock'),
    firstBlockBuyers: span('firstBlockBuyers'),
    firstBlocks: span('firstBlocks'),
    firstMinute: span('firstMinute'),
    bundles:
      bundles === null || report.bundledShare === null
        ? unknown
        : bundles.length === 0
          ? 'None'
          : `${counted(bundles.length, 'bundle')}, whose wallets bought ${shareText(report.bundledShare)}`,
    roundTrips:
      roundTrips === null
        ? unknown
        : roundTrips.pairs === 0
          ? 'None'
          : `${counted(roundTrips.pairs, 'pair')} of a buy and a sale, ${shareText(roundTrips.share)} of the volume`,
    concentration: concentrationWords(concentration),
    liquidity: liquidityWords(report, app),
  };
}

/** Addresses and hashes that a part of a report names, each once. */
export function namedIn(part: unknown): string[] {
  return [...new Set(JSON.stringify(part).match(/0x[0-9a-fA-F]{40,64}/g))];
}

/** The figures that an app's page has without its report; one that is not known is left to the report. */
export function badgeWords(figures: LaunchFigures): string[] {
  const words = [
    ['Creator and associates hold', figures.creatorAndAssociatesShare],
    ['First-block buyers hold', figures.firstBlockBuyersHeldShare],
    ['Bundles bought', figures.bundledShare],
  ] as const;
  return words.flatMap(([text, share]) => (share === null ? [] : `${text} ${shareText(share)}`));
}
