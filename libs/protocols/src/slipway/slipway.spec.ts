import { decodeFunctionData, parseAbi } from 'viem';
import { toAddress } from '@slipway/domain';
import { slipway } from './slipway.js';

const address = (digit: string): ReturnType<typeof toAddress> => toAddress(`0x${digit.repeat(40)}`);
const [TRADER, PLATFORM, TOKEN] = [address('2'), address('3'), address('4')];
const LAUNCHPAD = parseAbi([
  'function buy(address token, uint256 platformIn, uint256 minTokensOut)',
  'function sell(address token, uint256 tokensIn, uint256 minPlatformOut)',
  'function launch(string name, string symbol, string description, string imageUrl, string website)',
]);
const ROUTER = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
]);

/** An amount of each place, so that none can stand for another. */
const trade = { trader: TRADER, amountIn: 11n, minOut: 44n };
const buy = { ...trade, side: 'buy', paid: PLATFORM, got: TOKEN } as const;
const sell = { ...trade, side: 'sell', paid: TOKEN, got: PLATFORM } as const;

describe('calldata of slipway', () => {
  it('names on the curve the token, what is paid and what has to come at least', () => {
    const calls = [buy, sell].map((one) =>
      decodeFunctionData({ abi: LAUNCHPAD, data: slipway.encodeOnCurve(one) }),
    );
    expect(calls).toEqual([
      { functionName: 'buy', args: [TOKEN, 11n, 44n] },
      { functionName: 'sell', args: [TOKEN, 11n, 44n] },
    ]);
  });

  it('goes in a pool from what is paid to what is got, to the trader, until a time', () => {
    const calls = [buy, sell].map((one) =>
      decodeFunctionData({ abi: ROUTER, data: slipway.encodeInPool(one, 55) }),
    );
    expect(calls.map(({ args }) => args)).toEqual([
      [11n, 44n, [PLATFORM, TOKEN], TRADER, 55n],
      [11n, 44n, [TOKEN, PLATFORM], TRADER, 55n],
    ]);
  });

  it('launches with each text at its place', () => {
    const texts = { name: 'N', symbol: 'S', description: 'D', imageUrl: 'I', website: 'W' };
    const { args } = decodeFunctionData({ abi: LAUNCHPAD, data: slipway.encodeLaunch(texts) });
    expect(args).toEqual(['N', 'S', 'D', 'I', 'W']);
  });
});
