import { parseAbi } from 'viem';
import { quoteStrangersText, type Address } from '@slipway/domain';
import { priceFeedAbi } from './abi/index.js';
import { WrongContractError, type ContractReader, type NamedContract } from './contract-reader.js';
import { readFeed } from './price-feed.js';

const SETTING = 'PRICE_FEED_ADDRESS';
const PROXY_ABI = parseAbi(['function aggregator() view returns (address)']);
const MAX_DESCRIPTION = 64;

type Round = readonly [
  roundId: bigint,
  answer: bigint,
  startedAt: bigint,
  updatedAt: bigint,
  answeredInRound: bigint,
];

/**
 * What a feed is and says, in a line. @param heartbeatSeconds from which age on its answer is stale
 * @throws WrongContractError when it is no feed, or answers no price; NodeError
 */
export async function describeFeed(
  reader: ContractReader,
  address: Address,
  heartbeatSeconds: number,
): Promise<string> {
  const feed = feedAt(address);
  const { decimals } = await readFeed(reader, address);
  const description = await reader.read<string>(feed, 'description');
  const aggregator = await reader.tryRead({ address, abi: PROXY_ABI }, 'aggregator');
  const kind = aggregator === null ? 'aggregator' : `proxy of the aggregator ${String(aggregator.value)}`;
  const about = `${address}, ${kind}, ${quoteStrangersText(description, MAX_DESCRIPTION)}, ${decimals} decimals`;
  const round = await reader.tryRead(feed, 'latestRoundData');
  if (round === null) return `${about}, no answer yet: USD figures are null until there is one`;
  const [, answer, , updatedAt] = round.value as Round;
  if (answer <= 0n)
    throw new WrongContractError(`${SETTING}: the feed at ${address} answers ${answer}, which is no price`);
  const age = Math.max(0, reader.timestamp - Number(updatedAt));
  const isStale = age > heartbeatSeconds;
  return `${about}, answered ${answer} ${age} s before block ${reader.block}${
    isStale
      ? `: stale, PRICE_FEED_HEARTBEAT_SECONDS is ${heartbeatSeconds}`
      : ` (heartbeat ${heartbeatSeconds} s)`
  }`;
}

function feedAt(address: Address): NamedContract {
  return { setting: SETTING, kind: 'price feed', address, abi: priceFeedAbi };
}
