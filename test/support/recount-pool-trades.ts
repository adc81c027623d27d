import type { Address, PublicClient } from 'viem';
import { eventAbi } from './recount-abi.js';

/** A trade as the chain tells it. Amounts in wei, time in seconds. */
export interface RawTrade {
  readonly block: bigint;
  readonly logIndex: number;
  readonly time: number;
  readonly gross: bigint;
}

/** Trades in the pair that an app graduated into: none before that. */
export async function poolTradesOf(
  client: PublicClient,
  contracts: { readonly launchpad: Address; readonly platformToken: Address },
  token: Address,
  toBlock: bigint,
): Promise<RawTrade[]> {
  const [graduation] = await client.getLogs({
    address: contracts.launchpad,
    event: eventAbi('Graduated'),
    args: { token },
    fromBlock: 0n,
    toBlock,
  });
  if (graduation === undefined) return [];
  const { blockNumber: fromBlock, args } = graduation;
  const swaps = await client.getLogs({ address: args.pair!, event: eventAbi('Swap'), fromBlock, toBlock });
  const platformIs0 = contracts.platformToken.toLowerCase() < token.toLowerCase();
  return Promise.all(
    swaps.map(async ({ blockNumber: block, logIndex, args: swap }) => {
      const time = Number((await client.getBlock({ blockNumber: block })).timestamp);
      const gross = platformIs0
        ? difference(swap.amount0In!, swap.amount0Out!)
        : difference(swap.amount1In!, swap.amount1Out!);
      return { block, logIndex, time, gross };
    }),
  );
}

function difference(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}
