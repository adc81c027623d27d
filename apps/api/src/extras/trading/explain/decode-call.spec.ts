import {
  concatHex,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  pad,
  toFunctionSelector,
  type Hex,
} from 'viem';
import { multicall3Abi } from '@slipway/chain';
import { uniswapV2Router02Abi, slipway } from '@slipway/protocols/slipway';
import { toAddress } from '@slipway/domain';
import { cpuOf } from '../../../../../../test/support/cpu-of.js';
import { CallDecoder, selectorOf } from './decode-call.js';

const TOKEN = toAddress('0x00000000000000000000000000000000000000aa');
const APPROVE = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TOKEN, 7n] });

const together = (count: number): Hex =>
  encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [Array.from({ length: count }, () => ({ target: TOKEN, allowFailure: false, callData: APPROVE }))],
  });

const decoder = new CallDecoder(slipway);

describe('CallDecoder', () => {
  it('names the function and its arguments', () => {
    expect(decoder.decode('platform_token', APPROVE)).toMatchObject({
      entry: { name: 'approve' },
      args: [TOKEN.toLowerCase(), 7n],
    });
    expect(decoder.decode('launchpad', toFunctionSelector('launchCost()'))).toMatchObject({ args: [] });
  });

  it.each([
    ['nothing', '0x'],
    ['less than a selector', '0x095ea7'],
    ['another function', '0xdeadbeef'],
    ['missing arguments', '0x095ea7b3'],
    ['an argument that is cut off', APPROVE.slice(0, -2)],
  ])('knows nothing of %s', (_, data) => {
    expect(decoder.decode('platform_token', data as Hex)).toBeNull();
  });

  it('tells no list of more than fifty', () => {
    const swap = (count: number): Hex =>
      encodeFunctionData({
        abi: uniswapV2Router02Abi,
        functionName: 'swapExactTokensForTokens',
        args: [1n, 1n, Array.from({ length: count }, () => TOKEN), TOKEN, 1n],
      });
    expect(decoder.decode('router', swap(50))).not.toBeNull();
    expect(decoder.decode('router', swap(51))).toBeNull();
  });

  it('has the first four bytes of a call, if there are so many', () => {
    expect(selectorOf(APPROVE)).toBe('0x095ea7b3');
    expect(selectorOf('0x095ea7')).toBeNull();
  });
});

describe('decodeMulticall', () => {
  it('has the calls that are passed on, by whichever function', () => {
    expect(decoder.decodeMulticall(together(2)).calls).toEqual([
      { to: TOKEN, data: APPROVE, value: 0n },
      { to: TOKEN, data: APPROVE, value: 0n },
    ]);
    const calls = [{ target: TOKEN, callData: APPROVE }];
    for (const functionName of ['aggregate', 'blockAndAggregate'] as const) {
      const data = encodeFunctionData({ abi: multicall3Abi, functionName, args: [calls] });
      expect(decoder.decodeMulticall(data).calls).toEqual([{ to: TOKEN, data: APPROVE, value: 0n }]);
    }
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'tryAggregate',
      args: [true, calls],
    });
    expect(decoder.decodeMulticall(data).calls).toEqual([{ to: TOKEN, data: APPROVE, value: 0n }]);
  });

  it('takes a hundred calls and no more, and nothing that is no multicall', () => {
    expect(decoder.decodeMulticall(together(100)).calls).toHaveLength(100);
    expect(() => decoder.decodeMulticall(together(101))).toThrow('has more than 100 calls');
    expect(decoder.decode('multicall3', together(101))).toBeNull();
    expect(decoder.decodeMulticall(APPROVE).calls).toEqual([]);
    expect(decoder.decodeMulticall(together(1).slice(0, 138) as Hex)).toEqual({ decoded: null, calls: [] });
  });

  it('decodes no list whose items are all the same long bytes, and says so in milliseconds', () => {
    const word = (value: number): Hex => pad(numberToHex(value));
    // A hundred items, each at the same offset: an address, a flag, and 12 KB of data.
    const item: Hex[] = [pad(TOKEN), word(0), word(0x60), word(12_000), `0x${'ab'.repeat(12_000)}`];
    const list = [word(0x20), word(100), ...Array.from({ length: 100 }, () => word(3_200)), ...item];
    const data = concatHex([toFunctionSelector('aggregate3((address,bool,bytes)[])'), ...list]);
    expect(decoder.decodeMulticall(data)).toEqual({ decoded: null, calls: [] });
    expect(cpuOf(() => decoder.decodeMulticall(data))).toBeLessThan(20);
    expect(cpuOf(() => decoder.decodeMulticall(together(60)))).toBeLessThan(100);
  });
});
