export * from './multicall3.js';
export * from './platform-token.js';
export * from './price-feed.js';
export * from './universal-rewards-distributor.js';
