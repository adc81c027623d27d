import type { Address } from 'viem';
import { toAddress } from '@slipway/domain';
import type { Call } from '../chain/encode-calls.js';
import type { LocalLaunchpad } from './local-launchpad.js';

/** One exact-input trade of an app; amounts in wei. */
export interface AppTrade {
  readonly app: Address;
  /** The account that sends it and is paid. */
  readonly trader: Address;
  readonly place: 'curve' | 'pool';
  readonly side: 'buy' | 'sell';
  readonly amountIn: bigint;
  readonly minOut: bigint;
}

/** Unix seconds, beyond every scenario. */
const NO_DEADLINE = 2 ** 40;

export function encodeTrade(
  { protocol, contracts }: LocalLaunchpad,
  { app, trader, place, side, amountIn, minOut }: AppTrade,
): Call {
  const { launchpad, platformToken, router } = contracts.addresses;
  const [paid, got] = side === 'buy' ? [platformToken, app] : [app, platformToken];
  const trade = {
    ...{ side, amountIn, minOut },
    ...{ trader: toAddress(trader), paid: toAddress(paid), got: toAddress(got) },
  };
  return place === 'curve'
    ? { to: launchpad, data: protocol.encodeOnCurve(trade) }
    : { to: router, data: protocol.encodeInPool(trade, NO_DEADLINE) };
}

/** The contract that needs an allowance for a trade's input; null where the launchpad burns what it redeems. */
export function spenderOf(
  { protocol }: LocalLaunchpad,
  { place, side }: Pick<AppTrade, 'place' | 'side'>,
): 'launchpad' | 'router' | null {
  if (place === 'pool') return 'router';
  return side === 'sell' && protocol.mintsOnCurve ? null : 'launchpad';
}
