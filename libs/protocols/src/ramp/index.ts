export * from './abi/index.js';
export * from './pool.js';
export * from './quote-trade.js';
export * from './ramp.js';
