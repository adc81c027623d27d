export * from './generated/abis.js';
