export * from './abi/index.js';
export * from './quote-trade.js';
export * from './slipway.js';
export * from '../uniswap-v2/abi/index.js';
