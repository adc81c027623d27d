import { priceInPlatform } from '@slipway/protocols';
import { mapKnown, toDecimalPrice, type Address } from '@slipway/domain';
import type { Moment, ReserveRow, TradeRow } from '../decode/rows.js';
import type { CandleTrade } from './candle.js';
import { MarginalPrice } from './marginal-price.js';

type CandleReserve = Pick<ReserveRow, 'token' | 'blockNumber' | 'logIndex' | 'time' | 'platform' | 'tokens'>;
type CandleTradeRow = Pick<
  TradeRow,
  'token' | 'blockNumber' | 'logIndex' | 'time' | 'side' | 'platformAmount' | 'tokenAmount' | 'usdAmount'
>;

/** What candles are made of: all of a range, each list in chain order. */
export interface CandleEvents {
  readonly reserves: readonly CandleReserve[];
  readonly trades: readonly CandleTradeRow[];
}

/** What happened to an app: its reserves changed, or it was traded. */
export interface AppEvent extends Moment {
  /** The marginal price after it; null where a side of the reserves is empty, and of a trade: then it is as before. */
  readonly price: MarginalPrice | null;
  readonly trade: CandleTrade | null;
}

/** Events by app, each app's in chain order. Every change of reserves is a price, whatever made it. */
export function eventsByApp({ reserves, trades }: CandleEvents): Map<Address, AppEvent[]> {
  const events = new Map<Address, AppEvent[]>();
  const add = (token: Address, event: AppEvent): void => {
    const list = events.get(token);
    if (list === undefined) events.set(token, [event]);
    else list.push(event);
  };
  for (const { token, blockNumber, logIndex, time, platform, tokens } of reserves) {
    const price = mapKnown(
      priceInPlatform({ platform, token: tokens }),
      (ratio) => new MarginalPrice(toDecimalPrice(ratio)),
    );
    add(token, { blockNumber, logIndex, time, price, trade: null });
  }
  for (const { token, blockNumber, logIndex, time, side, platformAmount, tokenAmount, usdAmount } of trades) {
    const trade = { isBuy: side === 'buy', platformAmount, tokenAmount, usdAmount };
    add(token, { blockNumber, logIndex, time, price: null, trade });
  }
  for (const list of events.values())
    list.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return events;
}
