import { formatEther } from 'viem';
import { quoteStrangersText, toAddress } from '@slipway/domain';
import { heartbeatOf, type Settings } from '@slipway/settings';
import {
  ChainNode,
  ContractReader,
  MULTICALL3_ADDRESS,
  NodeError,
  WrongChainError,
  WrongContractError,
  describeFeed,
  find,
  multicall3Abi,
  type Finding,
} from '@slipway/chain';
import { readLaunchpad, readPlatformToken, type Contracts } from './deployment.js';
import { findProtocol } from './protocols.js';

/** The settings that say which chain it is, and what is on it. */
export type ChainSettings = Pick<
  Settings,
  | 'rpc'
  | 'chainId'
  | 'protocol'
  | 'startBlock'
  | 'launchpadAddress'
  | 'platformTokenAddress'
  | 'priceFeedAddresses'
  | 'priceFeedHeartbeatSeconds'
>;

/** A start does not wait for nodes longer than that: they may be away, and everything else goes on. */
const START_TIMEOUT_MS = 4_000;

const MAX_SYMBOL = 32;

/** The addresses as the index knows them. */
export function toContracts(settings: ChainSettings): Contracts {
  return {
    launchpad: toAddress(settings.launchpadAddress),
    platformToken: toAddress(settings.platformTokenAddress),
    priceFeeds: settings.priceFeedAddresses.map(toAddress),
  };
}

/** How each of the contracts is read: a line of what it is. What is wrong with it is thrown as a WrongContractError. */
function readings(
  reader: ContractReader,
  settings: ChainSettings,
): (Pick<Finding, 'name' | 'isNeeded' | 'without'> & { readonly look: () => Promise<string> })[] {
  const contracts = toContracts(settings);
  const protocol = findProtocol(settings.protocol);
  return [
    {
      name: 'launchpad',
      isNeeded: true,
      without: 'nothing starts: there is nothing to index',
      look: async () => {
        const { feePpm, ...amounts } = await readLaunchpad(reader, protocol, contracts);
        const { initialVirtualPlatform, initialVirtualToken, graduationThreshold, totalSupply } = amounts;
        const curve = `curve from ${formatEther(initialVirtualPlatform)} for ${formatEther(initialVirtualToken)}`;
        const supply = totalSupply === 0n ? 'supply by trades' : `supply ${formatEther(totalSupply)}`;
        const fee = feePpm === null ? 'fee by events' : `fee ${feePpm / 10_000} %`;
        return `${contracts.launchpad}, ${curve}, graduation at ${formatEther(graduationThreshold)}, ${supply}, ${fee}`;
      },
    },
    {
      name: 'platform token',
      isNeeded: true,
      without: 'nothing starts: amounts have no unit',
      look: async () => {
        const symbol = await readPlatformToken(reader, contracts);
        return `${contracts.platformToken}, ${quoteStrangersText(symbol, MAX_SYMBOL)}, 18 decimals`;
      },
    },
    ...contracts.priceFeeds.map((feed, place) => ({
      name: 'price feed',
      isNeeded: true,
      without: 'nothing starts: with PRICE_FEED_ADDRESS=none there are no figures in USD',
      look: () => describeFeed(reader, feed, heartbeatOf(settings.priceFeedHeartbeatSeconds, place)),
    })),
    {
      name: 'Multicall3',
      isNeeded: false,
      without:
        'preflight does not know what a launch costs (cost_unavailable), launch payloads and claims are 503; everything else goes on',
      look: async () => {
        const abi = multicall3Abi;
        const multicall = { setting: 'Multicall3', kind: 'Multicall3', address: MULTICALL3_ADDRESS, abi };
        await reader.read(multicall, 'aggregate3', [[]]);
        return MULTICALL3_ADDRESS;
      },
    },
  ];
}

/**
 * What stands at the contracts' addresses at the newest block.
 * @throws NodeError when the node does not say what its newest block is, or is of another chain
 */
export async function checkContracts(node: ChainNode, settings: ChainSettings): Promise<Finding[]> {
  const reader = await ContractReader.open(node);
  return Promise.all(readings(reader, settings).map(({ look, ...expected }) => find(expected, look)));
}

/**
 * What cannot work with these settings, a line each, before anything is opened or written. Only what nodes say for certain counts:
 * a node that is away, or behind START_BLOCK, says nothing. A contract counts as wrong when no node finds it.
 */
export async function findChainMistakes(settings: ChainSettings, signal?: AbortSignal): Promise<string[]> {
  const { rpc } = settings;
  const ofNodes = await Promise.all(rpc.http.map((url) => mistakesAt(url, settings, signal)));
  const foreign = ofNodes.flatMap((found, i) =>
    found instanceof WrongChainError
      ? [`RPC_URL: node ${i + 1} of ${rpc.http.length} is of another chain: ${found.message}`]
      : [],
  );
  if (foreign.length > 0) return foreign;
  const certain = ofNodes.flatMap((found) =>
    found === null || found instanceof WrongChainError ? [] : [found],
  );
  const [first] = certain;
  if (first === undefined || certain.some((found) => found.length === 0)) return [];
  return [...first];
}

/** @returns null when the node does not say */
async function mistakesAt(
  url: string,
  settings: ChainSettings,
  signal?: AbortSignal,
): Promise<readonly string[] | WrongChainError | null> {
  const limit = AbortSignal.any([AbortSignal.timeout(START_TIMEOUT_MS), ...(signal ? [signal] : [])]);
  const node = new ChainNode([url], settings.chainId, {
    timeoutMs: START_TIMEOUT_MS,
    attempts: 2,
    signal: limit,
  });
  try {
    const reader = await ContractReader.open(node);
    if (reader.block < settings.startBlock) return null;
    const needed = readings(reader, settings).filter(({ isNeeded }) => isNeeded);
    return (await Promise.all(needed.map(({ look }) => mistakeOf(look)))).flat();
  } catch (error) {
    if (error instanceof WrongChainError) return error;
    if (error instanceof NodeError) return null;
    throw error;
  }
}

async function mistakeOf(look: () => Promise<string>): Promise<string[]> {
  try {
    await look();
    return [];
  } catch (error) {
    if (error instanceof WrongContractError) return [error.message];
    throw error;
  }
}
