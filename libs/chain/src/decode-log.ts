import { hexToBigInt, toEventSelector, type Hex } from 'viem';
import { toAddress, type Address } from '#values';
import {
  launchpadAbi,
  platformTokenAbi,
  priceFeedAbi,
  uniswapV2PairAbi,
  universalRewardsDistributorAbi,
} from './abi/index.js';
import type { ChainEvent, EventName, EventOf } from './chain-event.js';
import { decodeText } from './decode-text.js';
import type { LogPosition, RawLog } from './raw-log.js';

/** Hex digits of an ABI word. */
const WORD = 64;

type ArgumentsOf<Name extends EventName> = Omit<EventOf<Name>, 'contract' | keyof LogPosition>;

const launchpadTopic = selectorsOf(launchpadAbi);
const pairTopic = selectorsOf(uniswapV2PairAbi);
const transferTopic = selectorsOf(platformTokenAbi)('Transfer');
const answerUpdatedTopic = selectorsOf(priceFeedAbi)('AnswerUpdated');
const distributorTopic = selectorsOf(universalRewardsDistributorAbi);

interface Decoder {
  /** Topics that a log of this event has, and words of data: its whole size, or what comes before its texts. */
  readonly topics: number;
  readonly words: number;
  readonly hasTexts?: true;
  readonly decode: (log: RawLog, at: EventPlace) => ChainEvent;
}

type EventPlace = LogPosition & { readonly contract: Address };

/**
 * Events are words of 32 bytes one after another: they are cut by hand, since a general ABI decoder is the dearest step
 * of a backfill, and texts only as far as they are kept. The events that most logs are have all their fields written out: an object that is spread into another grows a field at a time, and is as slow to read later.
 */
const DECODERS: ReadonlyMap<Hex, Decoder> = new Map<Hex, Decoder>([
  [
    launchpadTopic('Launched'),
    { topics: 3, words: 6, hasTexts: true, decode: (log, at) => ({ ...at, ...launched(log) }) },
  ],
  [launchpadTopic('Bought'), { topics: 3, words: 5, decode: (log, at) => curveTrade('Bought', log, at) }],
  [launchpadTopic('Sold'), { topics: 3, words: 5, decode: (log, at) => curveTrade('Sold', log, at) }],
  [
    launchpadTopic('Graduated'),
    {
      topics: 2,
      words: 3,
      decode: (log, at) => {
        const pair = toAddress(`0x${log.data.slice(26, 66)}`);
        return { ...at, name: 'Graduated', token: topicAddress(log, 1), pair };
      },
    },
  ],
  [
    transferTopic,
    {
      topics: 3,
      words: 1,
      decode: (log, { contract, blockNumber, blockHash, logIndex, txHash }) => ({
        contract,
        blockNumber,
        blockHash,
        logIndex,
        txHash,
        name: 'Transfer',
        from: topicAddress(log, 1),
        to: topicAddress(log, 2),
        value: word(log, 0),
      }),
    },
  ],
  [
    pairTopic('Swap'),
    {
      topics: 3,
      words: 4,
      decode: (log, { contract, blockNumber, blockHash, logIndex, txHash }) => ({
        contract,
        blockNumber,
        blockHash,
        logIndex,
        txHash,
        name: 'Swap',
        to: topicAddress(log, 2),
        amount0In: word(log, 0),
        amount1In: word(log, 1),
        amount0Out: word(log, 2),
        amount1Out: word(log, 3),
      }),
    },
  ],
  [
    pairTopic('Sync'),
    {
      topics: 1,
      words: 2,
      decode: (log, { contract, blockNumber, blockHash, logIndex, txHash }) => ({
        contract,
        blockNumber,
        blockHash,
        logIndex,
        txHash,
        name: 'Sync',
        reserve0: word(log, 0),
        reserve1: word(log, 1),
      }),
    },
  ],
  [
    answerUpdatedTopic,
    {
      topics: 3,
      words: 1,
      decode: (log, at) => {
        const current = BigInt.asIntN(256, hexToBigInt(topic(log, 1)));
        return { ...at, name: 'AnswerUpdated', current, updatedAt: word(log, 0) };
      },
    },
  ],
  [
    distributorTopic('RootSet'),
    { topics: 3, words: 0, decode: (log, at) => ({ ...at, name: 'RootSet', root: topic(log, 1) }) },
  ],
  [
    distributorTopic('Claimed'),
    {
      topics: 3,
      words: 1,
      decode: (log, at) => {
        const account = topicAddress(log, 1);
        return { ...at, name: 'Claimed', account, reward: topicAddress(log, 2), amount: word(log, 0) };
      },
    },
  ],
]);

/** The first topic of every event that the index reads: one filter for all contracts. */
export const EVENT_TOPICS: readonly Hex[] = [...DECODERS.keys()];

/** Those of them that distributors of rewards log. */
export const DISTRIBUTOR_TOPICS: readonly Hex[] = ['RootSet', 'Claimed'].map(distributorTopic);

/** Those of them that nobody but a launchpad logs. */
export const LAUNCHPAD_TOPICS: readonly Hex[] = ['Launched', 'Bought', 'Sold', 'Graduated'].map(
  launchpadTopic,
);

/**
 * Decodes a log of one of our contracts.
 *
 * @returns null when the log is of another event, or has the same topic and another shape (an ERC-721 `Transfer`
 *   has four topics)
 */
export function decodeLog(log: RawLog): ChainEvent | null {
  const selector = log.topics[0];
  const decoder = selector === undefined ? undefined : DECODERS.get(selector);
  if (decoder?.topics !== log.topics.length) return null;
  const size = 2 + decoder.words * WORD;
  if (decoder.hasTexts === true ? log.data.length < size : log.data.length !== size) return null;
  return decoder.decode(log, {
    contract: toAddress(log.address),
    blockNumber: Number(log.blockNumber),
    blockHash: log.blockHash,
    logIndex: Number(log.logIndex),
    txHash: log.transactionHash,
  });
}

/** Its texts may be of any length, and a general decoder reads all of them. */
function launched(log: RawLog): ArgumentsOf<'Launched'> {
  return {
    name: 'Launched',
    token: topicAddress(log, 1),
    creator: topicAddress(log, 2),
    appName: decodeText(log.data, 0),
    symbol: decodeText(log.data, 1),
    description: decodeText(log.data, 2),
    imageUrl: decodeText(log.data, 3),
    website: decodeText(log.data, 4),
    cost: word(log, 5),
  };
}

function curveTrade(
  name: 'Bought' | 'Sold',
  log: RawLog,
  { contract, blockNumber, blockHash, logIndex, txHash }: EventPlace,
): EventOf<'Bought' | 'Sold'> {
  return {
    contract,
    blockNumber,
    blockHash,
    logIndex,
    txHash,
    name,
    token: topicAddress(log, 1),
    trader: topicAddress(log, 2),
    platformAmount: word(log, 0),
    fee: word(log, 1),
    tokenAmount: word(log, 2),
    virtualPlatform: word(log, 3),
    virtualToken: word(log, 4),
  };
}

function word(log: RawLog, index: number): bigint {
  return BigInt(`0x${log.data.slice(2 + index * WORD, 2 + (index + 1) * WORD)}`);
}

function topic(log: RawLog, index: number): Hex {
  const value = log.topics[index];
  if (value === undefined) throw new Error(`log without topic ${index}`);
  return value;
}

/** Some 15 MB of topics at the most. */
const MAX_TOPICS = 65_536;

/** Addresses by their topics, begun anew when it is full: cutting one out costs several times what finding it does. */
const addresses = new Map<Hex, Address>();

function topicAddress(log: RawLog, index: number): Address {
  const padded = topic(log, index);
  const found = addresses.get(padded);
  if (found !== undefined) return found;
  const address = toAddress(`0x${padded.slice(26)}`);
  if (addresses.size >= MAX_TOPICS) addresses.clear();
  addresses.set(padded, address);
  return address;
}

function selectorsOf(
  abi: readonly { readonly type: string; readonly name?: string }[],
): (name: string) => Hex {
  const selectors = new Map<string, Hex>();
  for (const item of abi) {
    if (item.type === 'event' && item.name !== undefined)
      selectors.set(item.name, toEventSelector(item as never));
  }
  return (name) => {
    const selector = selectors.get(name);
    if (selector === undefined) throw new Error(`no event ${name} in the ABI`);
    return selector;
  };
}
