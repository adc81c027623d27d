import { encodeEventTopics, hexToBigInt, type Abi, type Hex } from 'viem';
import { toAddress, type Address } from '@slipway/domain';
import {
  launchpadAbi,
  platformTokenAbi,
  priceFeedAbi,
  uniswapV2PairAbi,
  universalRewardsDistributorAbi,
} from './abi/index.js';
import type { ChainEvent, EventName, EventOf } from './chain-event.js';
import type { LogPosition, RawLog } from './raw-log.js';

const WORD = 64;

type EventPosition = LogPosition & { readonly contract: Address };
type Decode = (log: RawLog, at: EventPosition) => ChainEvent;

interface Decoder {
  readonly selector: Hex;
  readonly name: EventName;
  /** Topics that a log of this event has, and words of data: its whole size, or what comes before its texts. */
  readonly topics: number;
  readonly words: number;
  readonly decode: Decode;
}

/**
 * Events are words of 32 bytes one after another. They are cut by hand: a general ABI decoder is the dearest step of a backfill.
 * Texts are cut only as far as they are kept. What most logs are has all fields written out: an object that is spread into
 * another grows a field at a time, and is as slow to read later.
 */
const DECODERS: ReadonlyMap<Hex, Decoder> = new Map([
  decoder(launchpadAbi, 'Launched', 3, 6, launched),
  decoder(launchpadAbi, 'Bought', 3, 5, (log, at) => curveTrade('Bought', log, at)),
  decoder(launchpadAbi, 'Sold', 3, 5, (log, at) => curveTrade('Sold', log, at)),
  decoder(launchpadAbi, 'Graduated', 2, 3, (log, at) => {
    const pair = toAddress(`0x${log.data.slice(26, 66)}`);
    return { ...at, name: 'Graduated', token: topicAddress(log, 1), pair };
  }),
  decoder(platformTokenAbi, 'Transfer', 3, 1, transfer),
  decoder(uniswapV2PairAbi, 'Swap', 3, 4, swap),
  decoder(uniswapV2PairAbi, 'Sync', 1, 2, sync),
  decoder(priceFeedAbi, 'AnswerUpdated', 3, 1, (log, at) => {
    const current = BigInt.asIntN(256, hexToBigInt(topic(log, 1)));
    const roundId = hexToBigInt(topic(log, 2));
    return { ...at, name: 'AnswerUpdated', current, roundId, updatedAt: word(log, 0) };
  }),
  decoder(universalRewardsDistributorAbi, 'RootSet', 3, 0, (log, at) => {
    return { ...at, name: 'RootSet', root: topic(log, 1) };
  }),
  decoder(universalRewardsDistributorAbi, 'Claimed', 3, 1, (log, at) => {
    const account = topicAddress(log, 1);
    return { ...at, name: 'Claimed', account, reward: topicAddress(log, 2), amount: word(log, 0) };
  }),
]);

/** The first topic of every event that the index reads: one filter for all contracts. */
export const EVENT_TOPICS: readonly Hex[] = [...DECODERS.keys()];

/** Those of them that distributors of rewards log. */
export const DISTRIBUTOR_TOPICS = topicsOf('RootSet', 'Claimed');

/** Those of them that only a launchpad logs. */
export const LAUNCHPAD_TOPICS = topicsOf('Launched', 'Bought', 'Sold', 'Graduated');

/**
 * Decodes a log of one of our contracts.
 *
 * @returns null for another event, also one of the same topic and another shape (an ERC-721 `Transfer` has four topics)
 */
export function decodeLog(log: RawLog): ChainEvent | null {
  const selector = log.topics[0];
  const found = selector === undefined ? undefined : DECODERS.get(selector);
  if (found?.topics !== log.topics.length) return null;
  const size = 2 + found.words * WORD;
  if (found.name === 'Launched' ? log.data.length < size : log.data.length !== size) return null;
  return found.decode(log, {
    contract: toAddress(log.address),
    blockNumber: log.blockNumber,
    blockHash: blockHashes.of(log.blockHash),
    logIndex: log.logIndex,
    txHash: txHashes.of(log.transactionHash),
  });
}

/** The part kept of a log until its range is complete: no text of the response but hashes. */
export interface DecodedLog {
  /** In small letters. */
  readonly address: Hex;
  readonly topic: Hex | undefined;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly logIndex: number;
  /** Null for another event, as {@link decodeLog} has it. */
  readonly event: ChainEvent | null;
}

export function toDecodedLog(log: RawLog): DecodedLog {
  const [topic] = log.topics;
  return {
    address: addressTexts.of(log.address),
    topic: topic === undefined ? undefined : (DECODERS.get(topic)?.selector ?? topic),
    blockNumber: log.blockNumber,
    blockHash: blockHashes.of(log.blockHash),
    logIndex: log.logIndex,
    event: decodeLog(log),
  };
}

/** Keeps one text of equal ones that follow each other, as most of a transaction's and of a block's do. */
class LastText {
  private last: Hex = '0x';

  of(text: Hex): Hex {
    if (text !== this.last) this.last = text;
    return this.last;
  }
}

const addressTexts = new LastText();
const blockHashes = new LastText();
const txHashes = new LastText();

function decoder(abi: Abi, name: EventName, topics: number, words: number, decode: Decode): [Hex, Decoder] {
  const [selector] = encodeEventTopics({ abi, eventName: name });
  if (typeof selector !== 'string') throw new Error(`no event ${name} in the ABI`);
  return [selector, { selector, name, topics, words, decode }];
}

function topicsOf(...names: readonly EventName[]): readonly Hex[] {
  return EVENT_TOPICS.filter((selector) => names.some((name) => DECODERS.get(selector)?.name === name));
}

/** Its texts may be of any length, and a general decoder reads all of them. */
function launched(log: RawLog, at: EventPosition): EventOf<'Launched'> {
  return {
    ...at,
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

function curveTrade(name: 'Bought' | 'Sold', log: RawLog, at: EventPosition): EventOf<'Bought' | 'Sold'> {
  const { contract, blockNumber, blockHash, logIndex, txHash } = at;
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

function transfer(log: RawLog, at: EventPosition): EventOf<'Transfer'> {
  const { contract, blockNumber, blockHash, logIndex, txHash } = at;
  const from = topicAddress(log, 1);
  const to = topicAddress(log, 2);
  const value = word(log, 0);
  return { contract, blockNumber, blockHash, logIndex, txHash, name: 'Transfer', from, to, value };
}

function swap(log: RawLog, at: EventPosition): EventOf<'Swap'> {
  const { contract, blockNumber, blockHash, logIndex, txHash } = at;
  return {
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
  };
}

function sync(log: RawLog, at: EventPosition): EventOf<'Sync'> {
  const { contract, blockNumber, blockHash, logIndex, txHash } = at;
  const reserve0 = word(log, 0);
  const reserve1 = word(log, 1);
  return { contract, blockNumber, blockHash, logIndex, txHash, name: 'Sync', reserve0, reserve1 };
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

/** A text is decoded up to here: 2,048 code points of four bytes, more than the index keeps of any. */
const MAX_BYTES = 8_192;

/** Bytes that are no UTF-8 become U+FFFD; a byte order mark is a character like any other. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The beginning of a string in ABI-encoded data, which a stranger wrote: reading costs no more than {@link MAX_BYTES} do. A
 * string that the data does not hold reads as empty, so that the index can read every launch.
 * @param index which word of the data says where the string is
 */
function decodeText(data: Hex, index: number): string {
  const start = wordAt(data, index * WORD) * 2;
  const length = wordAt(data, start);
  const from = start + WORD;
  // Not a number, or more than there is.
  if (!(from + length * 2 <= data.length - 2)) return '';
  const end = from + Math.min(length, MAX_BYTES) * 2;
  return utf8.decode(Buffer.from(data.slice(2 + from, 2 + end), 'hex'));
}

/** A word as a number, which is exact as far as data reaches; NaN where the data has none. */
function wordAt(data: Hex, digit: number): number {
  const word = data.slice(2 + digit, 2 + digit + WORD);
  return word.length === WORD ? Number(`0x${word}`) : NaN;
}
