export * from './chain-text.js';
export * from './launch-limits.js';
export * from './public-url.js';
