export * from './address.js';
export * from './as-of.js';
export * from './clock.js';
export * from './coalesced.js';
export * from './feature.js';
export * from './map-known.js';
export * from './ratio.js';
export * from './token-amount.js';
