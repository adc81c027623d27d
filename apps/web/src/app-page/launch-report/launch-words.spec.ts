import type { LaunchReport } from '@slipway/sdk';
import { sampleReport } from './sample-report.js';
import { badgeWords, launchWords, namedIn, shareText } from './launch-words.js';

const report: LaunchReport = sampleReport('0x');
const app = { stage: 'graduated', launchBlock: 120 } as const;

describe('a share', () => {
  it.each([
    [0, '0%'],
    [0.000_01, '<0.1%'],
    [0.001, '0.1%'],
    [0.999_99, '99.9%'],
    [1.25, '125%'],
  ])('of %d is %s', (share, text) => {
    expect(shareText(share)).toBe(text);
  });
});

describe('a launch report in words', () => {
  it('says what happened', () => {
    expect(launchWords(report, app)).toEqual({
      creator: 'Holds 2.1% now, sold 4%. Launched 3 apps, 1 graduated',
      associates: '2 wallets hold 5.2% now, sold <0.1%',
      firstBlock: '3 wallets bought 8%, hold 3.1% now',
      firstBlockBuyers: '2 wallets bought 5%, hold 1% now',
      firstBlocks: '7 wallets bought 12%, hold 3.5% now',
      firstMinute: '15 wallets bought 20%, hold 21% now',
      bundles: '2 bundles, whose wallets bought 6%',
      roundTrips: '12 pairs of a buy and a sale, 25% of the volume',
      concentration: 'The richest wallet has 11.2%, ten have 44%, fifty have 83.5% of what wallets hold',
      liquidity: '99.9% of the LP tokens are locked for ever',
    });
  });

  it('says what did not happen', () => {
    const none = { count: 0, heldShare: 0, soldShare: 0, wallets: [] };
    const nobody = { buyers: 0, share: 0, heldShare: 0, transactions: [] };
    const trips = { pairs: 0, share: 0, newest: [] };
    expect(
      launchWords(
        {
          ...{ ...report, associates: none, firstBlock: nobody, bundles: [], bundledShare: 0 },
          ...{ roundTrips: trips, liquidity: null },
          concentration: { top1Share: 0, top10Share: 0, top50Share: 0, excluded: [] },
        },
        { ...app, stage: 'curve' },
      ),
    ).toMatchObject({
      associates: 'None',
      firstBlock: 'Nobody bought',
      bundles: 'None',
      roundTrips: 'None',
      concentration: 'No wallet holds any',
      liquidity: 'None before the graduation',
    });
  });

  it.each([
    [121, 'Not known: launched before block 121'],
    [null, 'Not known: this market does not index it'],
  ])('never says 0 for what is not known: known from block %s', (knownFrom, words) => {
    const unknown = {
      associates: null,
      bundles: null,
      bundledShare: null,
      roundTrips: null,
      liquidity: null,
    };
    expect(launchWords({ ...report, ...unknown, knownFrom }, app)).toMatchObject({
      associates: words,
      bundles: words,
      roundTrips: words,
      liquidity: words,
    });
  });

  it('has a badge for each number that is known', () => {
    const figures = { creatorAndAssociatesShare: null, firstBlockBuyersHeldShare: 0, bundledShare: 0.06 };
    expect(badgeWords(figures)).toEqual(['First-block buyers hold 0%', 'Bundles bought 6%']);
  });
});

it('names each address and hash of a part once', () => {
  const { creator } = report;
  expect(namedIn([creator, creator])).toEqual([creator.wallet, ...creator.transactions]);
  expect(namedIn(null)).toEqual([]);
});
