export * from './abi/index.js';
export * from './chain-event.js';
export * from './chain-node.js';
export * from './contract-signatures.js';
export * from './decode-log.js';
export * from './raw-log.js';
export * from './read-deployment.js';
export * from './reward-contracts.js';
