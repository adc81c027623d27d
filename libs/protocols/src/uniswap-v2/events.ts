import {
  eventDecoder,
  topicAddress,
  word,
  type EventDecoder,
  type EventOf,
  type EventPosition,
  type RawLog,
} from '@slipway/chain';
import { uniswapV2PairAbi } from './abi/uniswap-v2-pair.js';

const abi = uniswapV2PairAbi;

/** What a pair logs of its trades and reserves. */
export const PAIR_EVENTS: readonly EventDecoder[] = [
  eventDecoder({ abi, name: 'Swap', topics: 3, words: 4, decode: swap }),
  eventDecoder({ abi, name: 'Sync', topics: 1, words: 2, decode: sync }),
];

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
