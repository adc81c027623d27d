import { parseAbi } from 'viem';
import { ZERO_ADDRESS, type Address } from '@slipway/domain';
import { WrongContractError, type ContractReader } from './contract-reader.js';

/** What aggregators (AggregatorV3Interface) have, and what proxies before them have too. */
const FEED_ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function getRoundData(uint80 roundId) view returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function aggregator() view returns (address)',
  'function phaseId() view returns (uint16)',
  'function phaseAggregators(uint16 phase) view returns (address)',
]);

/** As many digits as 128 bits have: answers of feeds have 192 at most. */
const MOST_DECIMALS = 38;

const SETTING = 'PRICE_FEED_ADDRESS';

/** Whose answers a feed's are. */
export interface FeedSource {
  readonly aggregator: Address;
  /** Counted up at each change of the aggregator; null where the feed has no phases. */
  readonly phase: number | null;
}

/** A feed's answer, in its own decimals. */
export interface FeedAnswer {
  /** Zero or less is no price. */
  readonly answer: bigint;
  /** In seconds. */
  readonly updatedAt: number;
}

/** A price feed that a setting names. */
export interface Feed {
  readonly address: Address;
  readonly decimals: number;
  /** Whether other contracts answer in its place, one after the other. */
  readonly isProxy: boolean;
}

/** @throws WrongContractError when it is no feed, or has more decimals than any has; NodeError */
export async function readFeed(reader: ContractReader, address: Address): Promise<Feed> {
  const decimals = await reader.read<number>(
    { setting: SETTING, kind: 'price feed', address, abi: FEED_ABI },
    'decimals',
  );
  if (decimals > MOST_DECIMALS)
    throw new WrongContractError(
      `${SETTING}: the feed at ${address} has ${decimals} decimals, more than ${MOST_DECIMALS}`,
    );
  return { address, decimals, isProxy: (await readFeedSource(reader, address)) !== null };
}

/**
 * Whose answers a proxy's are at a block. @returns null when it is no proxy, or not there yet
 * @throws NodeRefusedError when nodes do not have that block's state any more
 */
export async function readFeedSource(reader: ContractReader, proxy: Address): Promise<FeedSource | null> {
  const [aggregator, phase] = await Promise.all([
    ask<Address>(reader, proxy, 'aggregator'),
    ask<number>(reader, proxy, 'phaseId'),
  ]);
  if (aggregator === null || aggregator === ZERO_ADDRESS || aggregator === proxy) return null;
  return { aggregator, phase };
}

/** The aggregator of one of a proxy's phases; null where there is none. */
export async function readPhase(
  reader: ContractReader,
  proxy: Address,
  phase: number,
): Promise<Address | null> {
  const aggregator = await ask<Address>(reader, proxy, 'phaseAggregators', [phase]);
  return aggregator === ZERO_ADDRESS ? null : aggregator;
}

/** What a feed answers at a block; null before its first answer. */
export async function readAnswer(reader: ContractReader, feed: Address): Promise<FeedAnswer | null> {
  return toAnswer(await ask<Round>(reader, feed, 'latestRoundData'));
}

/** When an aggregator gave its first answer, in seconds; null when it does not tell. */
export async function readFirstAnswerTime(
  reader: ContractReader,
  aggregator: Address,
): Promise<number | null> {
  return toAnswer(await ask<Round>(reader, aggregator, 'getRoundData', [1n]))?.updatedAt ?? null;
}

type Round = readonly [
  roundId: bigint,
  answer: bigint,
  startedAt: bigint,
  updatedAt: bigint,
  answeredIn: bigint,
];

function toAnswer(round: Round | null): FeedAnswer | null {
  if (round === null) return null;
  const [, answer, , updatedAt] = round;
  const seconds = Number(updatedAt);
  return seconds > 0 && Number.isSafeInteger(seconds) ? { answer, updatedAt: seconds } : null;
}

/** @returns null when the contract fails, or has no such function */
async function ask<T>(
  reader: ContractReader,
  address: Address,
  functionName: (typeof FEED_ABI)[number]['name'],
  args: readonly unknown[] = [],
): Promise<T | null> {
  const result = await reader.tryRead({ address, abi: FEED_ABI }, functionName, args);
  return result && (result.value as T);
}
