export * from './price.js';
export * from './quote.js';
export * from './swap-quote.js';
