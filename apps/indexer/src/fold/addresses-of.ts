import type { Address } from '@slipway/domain';
import type { Rows } from '../decode/rows.js';

/** The addresses that rows of a batch refer to by id. */
export function addressesOf({ trades, tradeShares, transfers, reserves }: Rows): Set<Address> {
  const addresses = new Set<Address>();
  for (const { token, sender, recipient } of transfers) addresses.add(token).add(sender).add(recipient);
  for (const { token, trader } of trades) addresses.add(token).add(trader);
  for (const { wallet } of tradeShares) addresses.add(wallet);
  for (const { token } of reserves) addresses.add(token);
  return addresses;
}
