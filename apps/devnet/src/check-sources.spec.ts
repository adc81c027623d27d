import { checkSources } from './check-sources.js';

const ADDRESSES = ['LAUNCHPAD_ADDRESS', 'PLATFORM_TOKEN_ADDRESS', 'PRICE_FEED_ADDRESS'];

describe('checkSources', () => {
  it.each([
    ['nothing', []],
    ['only another database', ['DATABASE_URL']],
    ['another chain with its contracts', ['RPC_URL', 'CHAIN_ID', ...ADDRESSES]],
  ])('accepts %s', (_title, chosen) => {
    expect(checkSources({ chosen: new Set(chosen) })).toEqual([]);
  });

  it('wants all contracts of another chain', () => {
    expect(checkSources({ chosen: new Set(['RPC_URL', 'LAUNCHPAD_ADDRESS']) })).toEqual([
      'PLATFORM_TOKEN_ADDRESS: needed with RPC_URL',
      'PRICE_FEED_ADDRESS: needed with RPC_URL',
    ]);
  });

  it('refuses contracts without their chain', () => {
    expect(checkSources({ chosen: new Set(['PRICE_FEED_ADDRESS']) })).toEqual([
      'PRICE_FEED_ADDRESS: set without RPC_URL, but the local chain has its own',
    ]);
  });
});
