import { toDecimalString, TOKEN_DECIMALS } from '#values';
import type { Rule } from '../preflight.types.js';

type FundsCode = 'insufficient_balance' | 'insufficient_allowance' | 'cost_unavailable';

/** `insufficient_balance`, `insufficient_allowance`: by how much; `cost_unavailable` when the chain could not say. */
export const judgeFunds: Rule<FundsCode> = (_candidate, { funds, platformSymbol }) => {
  if (funds === null) {
    const message = 'The chain could not be asked what a launch costs; ask again shortly.';
    return [{ code: 'cost_unavailable', field: 'launch', message }];
  }
  const { cost, creator } = funds;
  if (creator === null) return [];
  const short = (amount: bigint): string => describeAmount(cost - amount, platformSymbol);
  return [
    ...(creator.balance < cost
      ? [
          {
            code: 'insufficient_balance' as const,
            field: 'creator',
            message: `The creator's balance is ${short(creator.balance)} below the cost.`,
          },
        ]
      : []),
    ...(creator.allowance < cost
      ? [
          {
            code: 'insufficient_allowance' as const,
            field: 'creator',
            message: `The creator's allowance for the launchpad is ${short(creator.allowance)} below the cost.`,
          },
        ]
      : []),
  ];
};

function describeAmount(wei: bigint, symbol: string): string {
  const tokens = toDecimalString({ numerator: wei, denominator: 10n ** BigInt(TOKEN_DECIMALS) });
  return `${tokens} ${symbol} (${wei} wei)`;
}
