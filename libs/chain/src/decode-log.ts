import { encodeEventTopics, hexToBigInt, type Abi, type Hex } from 'viem';
import { toAddress, type Address } from '@slipway/domain';
import { platformTokenAbi, priceFeedAbi, universalRewardsDistributorAbi } from './abi/index.js';
import type { ChainEvent, EventName, EventOf } from './chain-event.js';
import type { LogPosition, RawLog } from './raw-log.js';

const WORD = 64;

export type EventPosition = LogPosition & { readonly contract: Address };
type Decode = (log: RawLog, at: EventPosition) => ChainEvent;

/** How one event is read. */
export interface EventDecoder {
  readonly selector: Hex;
  readonly name: EventName;
  /** Topics that a log of this event has, and words of data: its whole size, or what comes before its texts. */
  readonly topics: number;
  readonly words: number;
  readonly hasTexts?: true;
  readonly decode: Decode;
}

/**
 * Events are words of 32 bytes one after another. They are cut by hand: a general ABI decoder is the dearest step of a backfill.
 * Texts are cut only as far as they are kept. What most logs are has all fields written out: an object that is spread into
 * another grows a field at a time, and is as slow to read later.
 */
export class EventTable {
  /** The first topic of every event: one filter for all contracts. */
  readonly topics: readonly Hex[];
  private readonly decoders: ReadonlyMap<Hex, EventDecoder>;

  constructor(decoders: readonly EventDecoder[]) {
    this.decoders = new Map(decoders.map((decoder) => [decoder.selector, decoder]));
    this.topics = [...this.decoders.keys()];
  }

  topicsOf(...names: readonly EventName[]): readonly Hex[] {
    return this.topics.filter((topic) => names.some((name) => this.decoders.get(topic)?.name === name));
  }

  /**
   * Decodes a log of one of our contracts.
   *
   * @returns null for another event, also one of the same topic and another shape (an ERC-721 `Transfer` has four topics)
   */
  decode(log: RawLog): ChainEvent | null {
    const selector = log.topics[0];
    const found = selector === undefined ? undefined : this.decoders.get(selector);
    if (found?.topics !== log.topics.length) return null;
    const size = 2 + found.words * WORD;
    if (found.hasTexts ? log.data.length < size : log.data.length !== size) return null;
    return found.decode(log, {
      contract: toAddress(log.address),
      blockNumber: log.blockNumber,
      blockHash: blockHashes.of(log.blockHash),
      logIndex: log.logIndex,
      txHash: txHashes.of(log.transactionHash),
    });
  }

  /** The same, with what is compared with headers and filters. */
  readonly toDecodedLog = (log: RawLog): DecodedLog => {
    const [topic] = log.topics;
    return {
      address: addressTexts.of(log.address),
      topic: topic === undefined ? undefined : (this.decoders.get(topic)?.selector ?? topic),
      blockNumber: log.blockNumber,
      blockHash: blockHashes.of(log.blockHash),
      logIndex: log.logIndex,
      event: this.decode(log),
    };
  };
}

/** The part kept of a log until its range is complete: no text of the response but hashes. */
export interface DecodedLog {
  /** In small letters. */
  readonly address: Hex;
  readonly topic: Hex | undefined;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly logIndex: number;
  /** Null for another event, as {@link EventTable.decode} has it. */
  readonly event: ChainEvent | null;
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

/**
 * @param name the domain's; @param eventName the ABI's
 * @param topics that a log of it has; @param words of data: its whole size, or what comes before its texts
 */
export function eventDecoder({
  abi,
  eventName,
  ...event
}: Omit<EventDecoder, 'selector'> & { readonly abi: Abi; readonly eventName?: string }): EventDecoder {
  const [selector] = encodeEventTopics({ abi, eventName: eventName ?? event.name });
  if (typeof selector !== 'string') throw new Error(`no event ${event.name} in the ABI`);
  return { ...event, selector };
}

function transfer(log: RawLog, at: EventPosition): EventOf<'Transfer'> {
  const { contract, blockNumber, blockHash, logIndex, txHash } = at;
  const from = topicAddress(log, 1);
  const to = topicAddress(log, 2);
  const value = word(log, 0);
  return { contract, blockNumber, blockHash, logIndex, txHash, name: 'Transfer', from, to, value };
}

/** Events of contracts that every launchpad may have: ERC-20 tokens, the price feed, distributors of rewards. */
export const COMMON_EVENTS: readonly EventDecoder[] = [
  eventDecoder({ abi: platformTokenAbi, name: 'Transfer', topics: 3, words: 1, decode: transfer }),
  eventDecoder({
    abi: priceFeedAbi,
    name: 'AnswerUpdated',
    topics: 3,
    words: 1,
    decode: (log, at) => {
      const current = BigInt.asIntN(256, hexToBigInt(topic(log, 1)));
      const roundId = hexToBigInt(topic(log, 2));
      return { ...at, name: 'AnswerUpdated', current, roundId, updatedAt: word(log, 0) };
    },
  }),
  eventDecoder({
    abi: universalRewardsDistributorAbi,
    name: 'RootSet',
    topics: 3,
    words: 0,
    decode: (log, at) => ({ ...at, name: 'RootSet', root: topic(log, 1) }),
  }),
  eventDecoder({
    abi: universalRewardsDistributorAbi,
    name: 'Claimed',
    topics: 3,
    words: 1,
    decode: (log, at) => {
      const account = topicAddress(log, 1);
      return { ...at, name: 'Claimed', account, reward: topicAddress(log, 2), amount: word(log, 0) };
    },
  }),
];

/** The same of distributors alone. */
export const DISTRIBUTOR_EVENTS = new EventTable(
  COMMON_EVENTS.filter(({ name }) => name === 'RootSet' || name === 'Claimed'),
);

export function word(log: RawLog, index: number): bigint {
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

export function topicAddress(log: RawLog, index: number): Address {
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
export function decodeText(data: Hex, index: number): string {
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
