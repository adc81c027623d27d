export * from './price.js';
export * from './quote.js';
