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
import { toAddress } from '@slipway/domain';
import { launchpadAbi } from './abi/launchpad.js';

const abi = launchpadAbi;

/** What the launchpad logs. */
export const LAUNCHPAD_EVENTS: readonly EventDecoder[] = [
  eventDecoder({ abi, name: 'Launched', topics: 3, words: 6, hasTexts: true, decode: launched }),
  eventDecoder({
    abi,
    name: 'Bought',
    topics: 3,
    words: 5,
    decode: (log, at) => curveTrade('Bought', log, at),
  }),
  eventDecoder({ abi, name: 'Sold', topics: 3, words: 5, decode: (log, at) => curveTrade('Sold', log, at) }),
  eventDecoder({
    abi,
    name: 'Graduated',
    topics: 2,
    words: 3,
    decode: (log, at) => {
      const pair = toAddress(`0x${log.data.slice(26, 66)}`);
      return { ...at, name: 'Graduated', token: topicAddress(log, 1), pair };
    },
  }),
];

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
    realPlatform: null,
  };
}
