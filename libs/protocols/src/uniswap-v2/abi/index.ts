export * from './uniswap-v2-factory.js';
export * from './uniswap-v2-pair.js';
export * from './uniswap-v2-router02.js';
