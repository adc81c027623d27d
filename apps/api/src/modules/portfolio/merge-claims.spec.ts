import type { Address } from '@slipway/domain';
import { mergeClaims, type ActivityRow } from './activity.repository.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;
const event = (block: number, logIndex: number, type: ActivityRow['type'] = 'transfer'): ActivityRow => ({
  type,
  token: TOKEN,
  symbol: 'A',
  txHash: '0x',
  logIndex,
  block,
  blockHash: null,
  time: '2026-01-01T00:00:00Z',
  from: null,
  to: null,
  tokenAmount: '1',
  platformAmount: null,
  fee: null,
  oraclePrice: null,
  shared: null,
  value: null,
  unitValue: null,
});

describe('mergeClaims', () => {
  it('has both kinds, newest first, no more than were asked for', () => {
    const found = {
      items: [event(9, 4), event(7, 1, 'buy')],
      claims: [event(9, 5, 'claim'), event(8, 3, 'claim')],
      claimed: [],
    };
    expect(mergeClaims(found, 3)).toEqual([found.claims[0], found.items[0], found.claims[1]]);
  });

  it("takes a reward's transfer for the reward", () => {
    const items = [event(9, 4), event(9, 2)];
    expect(mergeClaims({ items, claims: [], claimed: [[9, 2]] }, 5)).toEqual([
      items[0],
      { ...items[1], type: 'claim' },
    ]);
  });
});
