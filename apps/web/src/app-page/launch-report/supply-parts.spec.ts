import { sampleReport } from './sample-report.js';
import { concentrationParts, supplyParts } from './supply-parts.js';

const report = sampleReport('0x');
const sharesOf = (parts: ReturnType<typeof supplyParts>) =>
  parts.map(({ words, share }) => [words, Number(share.toFixed(9))]);

describe('where the supply is', () => {
  it('has parts that add up to it', () => {
    expect(sharesOf(supplyParts(report))).toEqual([
      ['Creator', 0.021],
      ['Associates', 0.052],
      ['Other wallets', 0.597],
      ['Pool', 0.2],
      ['Distributors of rewards', 0.03],
      ['Burnt', 0.1],
    ]);
  });

  it('has associates among other wallets where they are not known', () => {
    expect(sharesOf(supplyParts({ ...report, associates: null })).slice(0, 2)).toEqual([
      ['Creator', 0.021],
      ['Other wallets, associates too', 0.649],
    ]);
  });
});

it('the richest are drawn side by side', () => {
  const parts = concentrationParts(report.concentration);
  expect(parts.map(({ share }) => Number(share.toFixed(9)))).toEqual([0.112, 0.328, 0.395]);
});
