import { decodeFunctionData, erc20Abi } from 'viem';
import { toAddress } from '@slipway/domain';
import { encodeApproval, leastOut } from './trade-calls.js';

const [TOKEN, SPENDER] = ['1', '2'].map((digit) => toAddress(`0x${digit.repeat(40)}`)) as [never, never];

describe('calls of trades', () => {
  it('approve exactly so much, and send no coin of the chain', () => {
    const { to, data, value } = encodeApproval(TOKEN, SPENDER, 7n);
    expect([to, decodeFunctionData({ abi: erc20Abi, data }), value]).toEqual([
      TOKEN,
      { functionName: 'approve', args: [SPENDER, 7n] },
      0n,
    ]);
  });

  it.each([
    [1_000n, 0, 1_000n],
    [1_000n, 100, 990n],
    [999n, 50, 994n],
    [1n, 1, 0n],
    [1_000n, 10_000, 0n],
  ])('%d less %d hundredths of a percent is %d, rounded down', (amount, bps, least) => {
    expect(leastOut(amount, bps)).toBe(least);
  });
});
