import * as fc from 'fast-check';
import {
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Abi,
  type AbiEvent,
  type Hex,
} from 'viem';
import { toAddress } from '#values';
import { launchpadAbi, platformTokenAbi, priceFeedAbi, uniswapV2PairAbi } from './abi/index.js';
import { decodeLog } from './decode-log.js';
import type { RawLog } from './raw-log.js';

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
const UNREAD = new Set(['sender', 'roundId', 'platformLiquidity', 'tokenLiquidity']);

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
    blockNumber: '0x10',
    blockHash: `0x${'ab'.repeat(32)}`,
    transactionHash: `0x${'cd'.repeat(32)}`,
    logIndex: '0x3',
  };
}

describe('decodeLog', () => {
  it.each([
    ['Launched', launchpadAbi],
    ['Bought', launchpadAbi],
    ['Sold', launchpadAbi],
    ['Graduated', launchpadAbi],
    ['Transfer', platformTokenAbi],
    ['Swap', uniswapV2PairAbi],
    ['Sync', uniswapV2PairAbi],
    ['AnswerUpdated', priceFeedAbi],
  ] as [string, Abi][])('reads %s as viem does', (name, abi) => {
    const event = eventOf(abi, name);
    const values = fc.tuple(...event.inputs.map((input) => arbitraryOf[input.type]!));
    fc.assert(
      fc.property(values, (some) => {
        const log = logOf(event, some);
        const { args } = decodeEventLog({ abi: [event], topics: log.topics as [Hex], data: log.data });
        const expected = Object.entries(args as unknown as Record<string, unknown>)
          .filter(([field]) => !UNREAD.has(field))
          .map(([field, value]) => [RENAMED[field] ?? field, value]);
        expect(decodeLog(log)).toMatchObject({
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
  });
});
