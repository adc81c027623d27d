import {
  decodeText,
  eventDecoder,
  topicAddress,
  word,
  type EventDecoder,
  type EventOf,
  type EventPosition,
  type RawLog,
} from '@slipway/chain';
import { readContractUri } from './contract-uri.js';
import { rampLaunchpadAbi } from './abi/index.js';
import { curvePrice } from './quote-trade.js';

const abi = rampLaunchpadAbi;

/** What the launchpad logs of apps. */
export const LAUNCHPAD_EVENTS: readonly EventDecoder[] = [
  eventDecoder({
    abi,
    eventName: 'TokenCreated',
    name: 'Launched',
    topics: 3,
    words: 4,
    hasTexts: true,
    decode: created,
  }),
  // One event for both sides: it counts as `Bought` where names of events are listed.
  eventDecoder({ abi, eventName: 'Trade', name: 'Bought', topics: 3, words: 6, decode: traded }),
  eventDecoder({
    abi,
    eventName: 'Migrated',
    name: 'Graduated',
    topics: 3,
    words: 2,
    decode: (log, at) => ({
      ...at,
      name: 'Graduated',
      token: topicAddress(log, 1),
      pair: topicAddress(log, 2),
    }),
  }),
  eventDecoder({
    abi,
    eventName: 'FeeChanged',
    name: 'FeeChanged',
    topics: 1,
    words: 1,
    decode: (log, at) => ({ ...at, name: 'FeeChanged', feePpm: Number(word(log, 0) % 2n ** 32n) }),
  }),
];

function created(log: RawLog, at: EventPosition): EventOf<'Launched'> {
  return {
    ...at,
    name: 'Launched',
    token: topicAddress(log, 2),
    creator: topicAddress(log, 1),
    appName: decodeText(log.data, 0),
    symbol: decodeText(log.data, 1),
    ...readContractUri(decodeText(log.data, 2)),
    cost: word(log, 3),
  };
}

function traded(log: RawLog, at: EventPosition): EventOf<'Bought' | 'Sold'> {
  const isPurchase = word(log, 0) !== 0n;
  const net = word(log, 1);
  const fee = word(log, 2);
  const price = curvePrice(word(log, 4));
  const { contract, blockNumber, blockHash, logIndex, txHash } = at;
  return {
    contract,
    blockNumber,
    blockHash,
    logIndex,
    txHash,
    name: isPurchase ? 'Bought' : 'Sold',
    token: topicAddress(log, 1),
    trader: topicAddress(log, 2),
    // The launchpad says what moved the reserve: a buyer pays the fee on top, a seller's is a part of it.
    platformAmount: isPurchase ? net + fee : net,
    fee,
    tokenAmount: word(log, 3),
    virtualPlatform: price.platform,
    virtualToken: price.token,
    realPlatform: word(log, 5),
  };
}
