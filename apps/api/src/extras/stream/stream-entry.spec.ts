import { toAddress } from '@slipway/domain';
import { toEntries, topicsOf } from './stream-entry.js';
import type { OutboxEvent, OutboxRow } from './stream.repository.js';

const LISTED = toAddress(`0x${'1'.repeat(40)}`);
const HIDDEN = toAddress(`0x${'2'.repeat(40)}`);
const UNDONE = toAddress(`0x${'3'.repeat(40)}`);
const WALLET = toAddress(`0x${'4'.repeat(40)}`);
const POOL = toAddress(`0x${'5'.repeat(40)}`);

const event = (logIndex: number, parts: Partial<OutboxEvent> = {}): OutboxEvent => ({
  ...{ type: 'buy', token: LISTED, logIndex, txHash: '0xff', from: POOL, to: WALLET },
  ...{ tokenAmount: '1000000000000000000', platformAmount: '2000000000000000000', fee: '0' },
  ...parts,
});

const block = (number: number, events: OutboxEvent[]) => ({
  ...{ number, hash: `0x${number}`, time: new Date(number * 1_000).toISOString(), oraclePrice: '100000000' },
  events,
});

const row: OutboxRow = {
  ...{ seq: 10, entries: 5, block: 8, kind: 'events' },
  apps: { [LISTED]: { symbol: 'ONE', isHidden: false }, [HIDDEN]: { symbol: 'TWO', isHidden: true } },
  body: [
    block(7, [event(1), event(2, { type: 'sell', from: WALLET, to: POOL }), event(3, { token: HIDDEN })]),
    block(8, [event(0, { token: UNDONE }), event(4, { type: 'graduation', fee: null })]),
  ],
};

describe('toEntries', () => {
  it('numbers the entries of a row up to its own number, each of its block', () => {
    expect(toEntries(row, 0).map(({ seq, block, time }) => [seq, block, time])).toEqual([
      [6, 7, 7_000],
      [7, 7, 7_000],
      [8, 7, 7_000],
      [9, 8, 8_000],
      [10, 8, 8_000],
    ]);
  });

  it('is heard of by the wallet whose trade or launch it is', () => {
    const [buy, sell, , , graduation] = toEntries(row, 0);
    for (const trade of [buy, sell])
      expect(topicsOf(trade!)).toEqual(['trades', `trades:${LISTED}`, `wallet:${WALLET}`]);
    expect(topicsOf(graduation!)).toEqual(['apps']);
    const launched = event(1, { type: 'launch', from: WALLET, to: null, tokenAmount: null, fee: null });
    const [launch] = toEntries({ ...row, entries: 1, body: [block(7, [launched])] }, 0);
    expect(topicsOf(launch!)).toEqual(['apps', `wallet:${WALLET}`]);
  });

  it('makes the item that the activity of the market has', () => {
    const [buy, sell, , , graduation] = toEntries(row, 0).map(({ json }) =>
      json === '' ? null : (JSON.parse(json) as Record<string, unknown>),
    );
    expect(buy).toMatchObject({ type: 'buy', trader: WALLET, symbol: 'ONE', block: 7, blockHash: '0x7' });
    expect(buy).toMatchObject({ tokenAmount: '1000000000000000000', priceUsd: 2, valueUsd: 2 });
    expect(sell).toMatchObject({ type: 'sell', trader: WALLET, from: WALLET, to: POOL });
    expect(graduation).toMatchObject({ type: 'graduation', trader: null, priceUsd: null });
  });
});
