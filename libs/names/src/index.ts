export * from './chain-text.js';
export * from './fold-case.js';
export * from './fold-name.js';
export * from './launch-limits.js';
export * from './name-neighbours.js';
export * from './public-url.js';
export * from './skeleton.js';
