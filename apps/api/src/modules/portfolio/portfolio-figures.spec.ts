import type { Address } from '@slipway/domain';
import { toActivity } from './portfolio.service.js';
import type { ActivityRow } from './activity.repository.js';

const buy: ActivityRow = {
  type: 'buy',
  token: '0x01' as Address,
  symbol: 'A',
  txHash: '0x02',
  logIndex: 1,
  block: 2,
  blockHash: null,
  time: '2026-01-01T00:00:00+00:00',
  from: null,
  to: null,
  tokenAmount: '4',
  platformAmount: '10',
  fee: '2',
  oraclePrice: '25000000',
  shared: null,
  value: null,
  unitValue: null,
};

describe("a line of a wallet's activity", () => {
  it('has the price of its trade, and of none without the feed', () => {
    expect(toActivity(buy)).toMatchObject({ priceUsd: 0.5, timestamp: '2026-01-01T00:00:00.000Z' });
    expect(toActivity({ ...buy, type: 'sell' }).priceUsd).toBe(0.625);
    expect(toActivity({ ...buy, oraclePrice: null }).priceUsd).toBeNull();
  });

  it("has its share's own price, or that of the whole trade when the share moved nothing", () => {
    const shared = { tokenAmount: '4', platformAmount: '18', fee: '2' };
    expect(toActivity({ ...buy, shared }).priceUsd).toBe(0.5);
    expect(toActivity({ ...buy, platformAmount: '0', fee: '0', shared }).priceUsd).toBe(1);
  });

  it('has the price of its market when it is a transfer', () => {
    const transfer = {
      type: 'transfer',
      platformAmount: null,
      fee: null,
      unitValue: `3${'0'.repeat(44)}`,
    } as const;
    expect(toActivity({ ...buy, ...transfer }).priceUsd).toBe(3);
  });
});
