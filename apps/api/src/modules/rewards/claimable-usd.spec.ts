import { toAddress } from '@slipway/domain';
import { claimableUsd, totalUsd } from './rewards.service.js';
import type { ClaimableRow } from './rewards.repository.js';

const PLATFORM = toAddress(`0x${'11'.repeat(20)}`);
const APP = toAddress(`0x${'22'.repeat(20)}`);
const WHOLE = 10n ** 18n;

describe('what a reward is worth', () => {
  const prices = { platformToken: PLATFORM, oraclePrice: '25000000' };

  it("is the feed's price for the platform token", () => {
    const value = claimableUsd(claimable({ claimable: 8n * WHOLE }), prices);
    expect(totalUsd([value])).toBe(2);
  });

  it("is the app's price at its reserves", () => {
    const reward = claimable({ rewardToken: APP, claimable: 6n * WHOLE, platform: 1n, token: 3n });
    expect(totalUsd([claimableUsd(reward, prices)])).toBe(0.5);
  });

  it.each([
    ['no oracle price', claimable({}), null],
    ['an oracle price of zero', claimable({}), '0'],
    ['a token without a market', claimable({ rewardToken: APP }), '25000000'],
    ['an empty reserve', claimable({ rewardToken: APP, platform: 0n, token: 3n }), '25000000'],
  ])('is not known with %s', (_title, reward, oraclePrice) => {
    expect(claimableUsd(reward, { ...prices, oraclePrice })).toBeNull();
  });

  it('sums what is known, is 0 without items, and unknown when nothing is known', () => {
    expect(totalUsd([])).toBe(0);
    expect(totalUsd([null])).toBeNull();
    expect(totalUsd([null, { numerator: 1n, denominator: 4n }, { numerator: 1n, denominator: 2n }])).toBe(
      0.75,
    );
  });
});

function claimable({
  rewardToken = PLATFORM,
  claimable = WHOLE,
  platform,
  token,
}: {
  rewardToken?: ClaimableRow['rewardToken'];
  claimable?: bigint;
  platform?: bigint;
  token?: bigint;
}): ClaimableRow {
  return {
    programId: 'p',
    rewardToken,
    rewardSymbol: 'R',
    claimable: claimable.toString(),
    platformReserve: platform?.toString() ?? null,
    tokenReserve: token?.toString() ?? null,
  };
}
