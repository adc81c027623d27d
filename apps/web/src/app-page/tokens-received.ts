import type { Receipt } from '@slipway/sdk/wallet';

/** `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** How much of a token a transaction brought an account, by the events of its receipt; wei. */
export function tokensReceived({ logs }: Receipt, token: string, account: string): bigint {
  return logs
    .filter(
      ({ address, topics }) =>
        address.toLowerCase() === token.toLowerCase() &&
        topics[0] === TRANSFER &&
        topics[2]?.slice(-40).toLowerCase() === account.slice(2).toLowerCase(),
    )
    .reduce((sum, { data }) => sum + BigInt(data), 0n);
}
