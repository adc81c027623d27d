import type { Address } from '@slipway/domain';
import type { RewardRows, Rows } from '../decode/rows.js';

/** The addresses that rows of a batch refer to by id. */
export function addressesOf(rows: Rows): Set<Address> {
  const { apps, graduations, trades, tradeShares, transfers, reserves, fundings, liquidity } = rows;
  const addresses = rewardAddressesOf(rows);
  for (const { token, sender, recipient } of transfers) addresses.add(token).add(sender).add(recipient);
  for (const { token, trader } of trades) addresses.add(token).add(trader);
  for (const { wallet } of tradeShares) addresses.add(wallet);
  for (const { token } of reserves) addresses.add(token);
  for (const { token, creator } of apps) addresses.add(token).add(creator);
  for (const { pair } of graduations) addresses.add(pair);
  for (const { funder, wallet } of fundings) addresses.add(funder).add(wallet);
  for (const { token, sender, recipient } of liquidity) addresses.add(token).add(sender).add(recipient);
  return addresses;
}

/** The addresses that rows of rewards refer to by id. */
export function rewardAddressesOf({ rewardRoots, rewardClaims }: RewardRows): Set<Address> {
  const addresses = new Set<Address>();
  for (const { contract } of rewardRoots) addresses.add(contract);
  for (const { contract, account, reward } of rewardClaims) addresses.add(contract).add(account).add(reward);
  return addresses;
}
