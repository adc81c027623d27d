import { cpuOf } from '../../../../test/support/cpu-of.js';
import * as fc from 'fast-check';
import { encodeAbiParameters, encodeEventTopics, type Abi, type AbiEvent, type Hex } from 'viem';
import { toAddress } from '@slipway/domain';
import { platformTokenAbi, priceFeedAbi, type RawLog } from '@slipway/chain';
import { uniswapV2PairAbi } from '../uniswap-v2/abi/index.js';
import { launchpadAbi } from './abi/index.js';
import { slipway } from './slipway.js';

const decodeLog = (log: RawLog): ReturnType<typeof slipway.events.decode> => slipway.events.decode(log);

const CONTRACT = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9';

const uint256 = fc.bigInt(0n, 2n ** 256n - 1n);
const address = fc.bigInt(0n, 2n ** 160n - 1n).map((n) => toAddress(`0x${n.toString(16).padStart(40, '0')}`));
const arbitraryOf: Record<string, fc.Arbitrary<unknown>> = {
  uint256,
  address,
  uint112: fc.bigInt(0n, 2n ** 112n - 1n),
  int256: fc.bigInt(-(2n ** 255n), 2n ** 255n - 1n),
  string: fc.string({ unit: 'grapheme' }),
};

/** What this decoder calls a field that the ABI names otherwise. */
const RENAMED: Record<string, string> = { name: 'appName' };

/** Fields that events have and the index does not read. */
const UNREAD = new Set(['sender', 'platformLiquidity', 'tokenLiquidity']);

function eventOf(abi: Abi, name: string): AbiEvent {
  const event = abi.find((item) => item.type === 'event' && item.name === name);
  if (event?.type !== 'event') throw new Error(`no event ${name}`);
  return event;
}

function logOf(event: AbiEvent, values: readonly unknown[]): RawLog {
  const indexed = Object.fromEntries(event.inputs.map((input, i) => [input.name, values[i]]));
  const plain = event.inputs.flatMap((input, i) =>
    input.indexed === true ? [] : [[input, values[i]] as const],
  );
  return {
    address: CONTRACT.toLowerCase() as Hex,
    topics: encodeEventTopics({ abi: [event], eventName: event.name, args: indexed }) as Hex[],
    data: encodeAbiParameters(
      plain.map(([input]) => input),
      plain.map(([, value]) => value),
    ),
    blockNumber: 16,
    blockHash: `0x${'ab'.repeat(32)}`,
    transactionHash: `0x${'cd'.repeat(32)}`,
    logIndex: 3,
  };
}

describe('events of slipway', () => {
  it.each([
    ['Launched', launchpadAbi],
    ['Bought', launchpadAbi],
    ['Sold', launchpadAbi],
    ['Graduated', launchpadAbi],
    ['Transfer', platformTokenAbi],
    ['Swap', uniswapV2PairAbi],
    ['Sync', uniswapV2PairAbi],
    ['AnswerUpdated', priceFeedAbi],
  ] as [string, Abi][])('reads of %s what viem encodes', (name, abi) => {
    const event = eventOf(abi, name);
    const values = fc.tuple(...event.inputs.map((input) => arbitraryOf[input.type]!));
    fc.assert(
      fc.property(values, (some) => {
        const expected = event.inputs
          .map(({ name: field = '' }, i) => [field, some[i]] as const)
          .filter(([field]) => !UNREAD.has(field))
          .map(([field, value]) => [RENAMED[field] ?? field, value]);
        expect(decodeLog(logOf(event, some))).toMatchObject({
          ...Object.fromEntries(expected),
          name,
          contract: CONTRACT,
          blockNumber: 16,
          logIndex: 3,
        });
      }),
    );
  });

  it('passes over other events, and the same topic in another shape', () => {
    const transfer = logOf(eventOf(platformTokenAbi, 'Transfer'), [CONTRACT, CONTRACT, 7n]);
    const erc721: RawLog = { ...transfer, topics: [...transfer.topics, `0x${'00'.repeat(32)}`], data: '0x' };
    expect(decodeLog(erc721)).toBeNull();
    expect(decodeLog({ ...transfer, data: '0x' })).toBeNull();
    expect(decodeLog({ ...transfer, topics: [] })).toBeNull();
    expect(decodeLog({ ...transfer, topics: [`0x${'11'.repeat(32)}`] })).toBeNull();
    const launch = launchOf(['', '', '', '', '']);
    expect(decodeLog({ ...launch, data: `0x${'00'.repeat(6 * 32 - 1)}` })).toBeNull();
  });
});

describe('the texts of a launch', () => {
  it('are read as they are: byte order mark, NUL, and all', () => {
    const name = '\ufeff\0a\0';
    expect(decodeLog(launchOf([name, '', '', '', '']))).toMatchObject({ appName: name, symbol: '' });
  });

  it('have U+FFFD for bytes that are no UTF-8', () => {
    expect(decodeLog(launchOf(['0x61eda08062e28228ff', '0xc0', '0x', '0x', '0x'], 'bytes'))).toMatchObject({
      appName: expect.stringMatching(/^a\ufffd+b\ufffd+\(\ufffd$/) as unknown,
      symbol: '\ufffd',
    });
  });

  it('end where the index keeps no more of any', () => {
    const event = decodeLog(launchOf(['🚀'.repeat(3_000), 'a'.repeat(10_000), 'é', '', '']));
    expect(event).toMatchObject({
      appName: '🚀'.repeat(2_048),
      symbol: 'a'.repeat(8_192),
      description: 'é',
    });
  });

  it('are empty where the data does not hold them', () => {
    const { data } = launchOf(['name', 'SYM', '', '', '']);
    const huge = 'ff'.repeat(32);
    const position = 2 + 6 * 64;
    expect(decodeLog({ ...launchOf([]), data: `0x${huge}${data.slice(66)}` })).toMatchObject({
      appName: '',
      symbol: 'SYM',
    });
    expect(
      decodeLog({
        ...launchOf([]),
        data: `${data.slice(0, position)}${huge}${data.slice(position + 64)}` as Hex,
      }),
    ).toMatchObject({ appName: '', symbol: 'SYM' });
    expect(decodeLog({ ...launchOf([]), data: data.slice(0, position + 64) as Hex })).toMatchObject({
      appName: '',
      symbol: '',
      website: '',
    });
  });

  it('cost no more than milliseconds when each is a megabyte', () => {
    const texts = ['a\u0316\u0301', '🚀', '\0', 'https://', 'a'].map((text) =>
      text.repeat(1e6 / text.length),
    );
    const log = launchOf(texts);
    expect(cpuOf(() => decodeLog(log))).toBeLessThan(25);
  });
});

/** A launch with its texts as they are given, in UTF-8 or in bytes. */
function launchOf(texts: readonly string[], type: 'string' | 'bytes' = 'string'): RawLog {
  const types = [...Array<string>(5).fill(type), 'uint256'];
  return {
    ...logOf(eventOf(launchpadAbi, 'Launched'), [CONTRACT, CONTRACT, ...Array<string>(5).fill(''), 1n]),
    data: encodeAbiParameters(
      types.map((of) => ({ type: of })),
      [...Array.from({ length: 5 }, (_, i) => texts[i] ?? ''), 1n],
    ),
  };
}
