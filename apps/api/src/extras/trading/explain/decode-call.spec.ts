import {
  concatHex,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  pad,
  toFunctionSelector,
  type Hex,
} from 'viem';
import { multicall3Abi, uniswapV2Router02Abi } from '@slipway/chain';
import { toAddress } from '@slipway/domain';
import { cpuOf } from '../../../../../../test/support/cpu-of.js';
import { decodeCall, decodeMulticall, selectorOf } from './decode-call.js';

const TOKEN = toAddress('0x00000000000000000000000000000000000000aa');
const APPROVE = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TOKEN, 7n] });

const together = (count: number): Hex =>
  encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [Array.from({ length: count }, () => ({ target: TOKEN, allowFailure: false, callData: APPROVE }))],
  });

describe('decodeCall', () => {
  it('names the function and its arguments', () => {
    expect(decodeCall('platform_token', APPROVE)).toMatchObject({
      entry: { name: 'approve' },
      args: [TOKEN.toLowerCase(), 7n],
    });
    expect(decodeCall('launchpad', toFunctionSelector('launchCost()'))).toMatchObject({ args: [] });
  });

  it.each([
    ['nothing', '0x'],
    ['less than a selector', '0x095ea7'],
    ['another function', '0xdeadbeef'],
    ['missing arguments', '0x095ea7b3'],
    ['an argument that is cut off', APPROVE.slice(0, -2)],
  ])('knows nothing of %s', (_, data) => {
    expect(decodeCall('platform_token', data as Hex)).toBeNull();
  });

  it('tells no list of more than fifty', () => {
    const swap = (count: number): Hex =>
      encodeFunctionData({
        abi: uniswapV2Router02Abi,
        functionName: 'swapExactTokensForTokens',
        args: [1n, 1n, Array.from({ length: count }, () => TOKEN), TOKEN, 1n],
      });
    expect(decodeCall('router', swap(50))).not.toBeNull();
    expect(decodeCall('router', swap(51))).toBeNull();
  });

  it('has the first four bytes of a call, if there are so many', () => {
    expect(selectorOf(APPROVE)).toBe('0x095ea7b3');
    expect(selectorOf('0x095ea7')).toBeNull();
  });
});

describe('decodeMulticall', () => {
  it('has the calls that are passed on, by whichever function', () => {
    expect(decodeMulticall(together(2)).calls).toEqual([
      { to: TOKEN, data: APPROVE, value: 0n },
      { to: TOKEN, data: APPROVE, value: 0n },
    ]);
    const calls = [{ target: TOKEN, callData: APPROVE }];
    for (const functionName of ['aggregate', 'blockAndAggregate'] as const) {
      const data = encodeFunctionData({ abi: multicall3Abi, functionName, args: [calls] });
      expect(decodeMulticall(data).calls).toEqual([{ to: TOKEN, data: APPROVE, value: 0n }]);
    }
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'tryAggregate',
      args: [true, calls],
    });
    expect(decodeMulticall(data).calls).toEqual([{ to: TOKEN, data: APPROVE, value: 0n }]);
  });

  it('takes a hundred calls and no more, and nothing that is no multicall', () => {
    expect(decodeMulticall(together(100)).calls).toHaveLength(100);
    expect(() => decodeMulticall(together(101))).toThrow('has more than 100 calls');
    expect(decodeCall('multicall3', together(101))).toBeNull();
    expect(decodeMulticall(APPROVE).calls).toEqual([]);
    expect(decodeMulticall(together(1).slice(0, 138) as Hex)).toEqual({ decoded: null, calls: [] });
  });

  it('decodes no list whose items are all the same long bytes, and says so in milliseconds', () => {
    const word = (value: number): Hex => pad(numberToHex(value));
    // A hundred items, each at the same offset: an address, a flag, and 12 KB of data.
    const item: Hex[] = [pad(TOKEN), word(0), word(0x60), word(12_000), `0x${'ab'.repeat(12_000)}`];
    const list = [word(0x20), word(100), ...Array.from({ length: 100 }, () => word(3_200)), ...item];
    const data = concatHex([toFunctionSelector('aggregate3((address,bool,bytes)[])'), ...list]);
    expect(decodeMulticall(data)).toEqual({ decoded: null, calls: [] });
    expect(cpuOf(() => decodeMulticall(data))).toBeLessThan(20);
    expect(cpuOf(() => decodeMulticall(together(60)))).toBeLessThan(100);
  });
});
