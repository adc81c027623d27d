import { decodeFunctionData, erc20Abi, parseAbi } from 'viem';
import type { Address } from '@slipway/domain';
import { encodeApproval, encodeLaunch, encodeTrade, leastOut, type EncodableTrade } from './trade-calls.js';

const address = (digit: string): Address => `0x${digit.repeat(40)}` as Address;
const [CONTRACT, TRADER, PLATFORM, TOKEN] = ['1', '2', '3', '4'].map(address) as [
  Address,
  Address,
  Address,
  Address,
];
const LAUNCHPAD = parseAbi([
  'function buy(address token, uint256 platformIn, uint256 minTokensOut)',
  'function sell(address token, uint256 tokensIn, uint256 minPlatformOut)',
  'function launch(string name, string symbol, string description, string imageUrl, string website)',
]);
const ROUTER = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
]);

/** An amount of each place, so that none can stand for another. */
const trade = {
  contract: CONTRACT,
  trader: TRADER,
  quote: { amountIn: 11n, amountOut: 22n, fee: 33n },
  minOut: 44n,
} as unknown as EncodableTrade;
const buy = { ...trade, side: 'buy', paid: PLATFORM, got: TOKEN } as const;
const sell = { ...trade, side: 'sell', paid: TOKEN, got: PLATFORM } as const;

describe('calls of trades', () => {
  it('on the curve name the token, what is paid and what has to come at least', () => {
    const calls = [buy, sell].map((one) => encodeTrade({ ...one, venue: 'curve', deadline: null }));
    expect(calls.map(({ to, data }) => [to, decodeFunctionData({ abi: LAUNCHPAD, data })])).toEqual([
      [CONTRACT, { functionName: 'buy', args: [TOKEN, 11n, 44n] }],
      [CONTRACT, { functionName: 'sell', args: [TOKEN, 11n, 44n] }],
    ]);
  });

  it('in a pool go from what is paid to what is got, to the trader, until a time', () => {
    const calls = [buy, sell].map((one) => encodeTrade({ ...one, venue: 'pool', deadline: 55 }));
    expect(calls.map(({ data }) => decodeFunctionData({ abi: ROUTER, data }).args)).toEqual([
      [11n, 44n, [PLATFORM, TOKEN], TRADER, 55n],
      [11n, 44n, [TOKEN, PLATFORM], TRADER, 55n],
    ]);
  });

  it('send no coin of the chain', () => {
    const calls = [
      encodeTrade({ ...buy, venue: 'curve', deadline: null }),
      encodeApproval(PLATFORM, CONTRACT, 7n),
      encodeLaunch(CONTRACT, { name: '', symbol: '', description: '', imageUrl: '', website: '' }),
    ];
    expect(calls.map(({ value }) => value)).toEqual([0n, 0n, 0n]);
  });

  it('approve exactly so much', () => {
    const { to, data } = encodeApproval(PLATFORM, CONTRACT, 7n);
    expect([to, decodeFunctionData({ abi: erc20Abi, data })]).toEqual([
      PLATFORM,
      { functionName: 'approve', args: [CONTRACT, 7n] },
    ]);
  });

  it('launch with each text at its place', () => {
    const texts = { name: 'N', symbol: 'S', description: 'D', imageUrl: 'I', website: 'W' };
    const { data } = encodeLaunch(CONTRACT, texts);
    expect(decodeFunctionData({ abi: LAUNCHPAD, data }).args).toEqual(['N', 'S', 'D', 'I', 'W']);
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
