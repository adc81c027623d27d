import { createPublicClient, http, parseAbi, type PublicClient } from 'viem';

/**
 * What recounts read from the chain: signatures and clients of their own, not the indexer's. So a mistake of the indexer is not
 * repeated in them.
 */
export const RECOUNT_ABI = parseAbi([
  'event Launched(address indexed token, address indexed creator, string name, string symbol, string description, string imageUrl, string website, uint256 cost)',
  'event Bought(address indexed token, address indexed trader, uint256 platformAmount, uint256 fee, uint256 tokenAmount, uint256 virtualPlatform, uint256 virtualToken)',
  'event Sold(address indexed token, address indexed trader, uint256 platformAmount, uint256 fee, uint256 tokenAmount, uint256 virtualPlatform, uint256 virtualToken)',
  'event Graduated(address indexed token, address pair, uint256 platformLiquidity, uint256 tokenLiquidity)',
  'event TokenCreated(address indexed creator, address indexed token, string name, string symbol, string contractURI, uint256 price)',
  'event Trade(address indexed token, address indexed account, bool isPurchase, uint256 netAmount, uint256 fee, uint256 tokenAmount, uint256 supply, uint256 reserve)',
  'event Migrated(address indexed token, address indexed pool, uint256 platformAmount, uint256 tokenAmount)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)',
  'function INITIAL_VIRTUAL_PLATFORM() view returns (uint256)',
  'function INITIAL_VIRTUAL_TOKEN() view returns (uint256)',
  'function curve(address token) view returns (uint256 virtualPlatform, uint256 virtualToken, uint256 realPlatform, uint256 realToken, uint256 graduationThreshold, bool graduated, address pair)',
  'function curveOf(address token) view returns (uint256 supply, uint256 reserve, bool isComplete, address pool)',
  'function BASE_PRICE() view returns (uint256)',
  'function SLOPE() view returns (uint256)',
  'function platformToken() view returns (address)',
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
  'function decimals() view returns (uint8)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32)',
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
]);

type EventAbi = Extract<(typeof RECOUNT_ABI)[number], { type: 'event' }>;
export type EventName = EventAbi['name'];

export function eventAbi<Name extends EventName>(name: Name): Extract<EventAbi, { name: Name }> {
  return RECOUNT_ABI.find((item) => item.type === 'event' && item.name === name) as Extract<
    EventAbi,
    { name: Name }
  >;
}

export function recountClient(rpcUrl: string): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { batch: true, timeout: 60_000 }) });
}
