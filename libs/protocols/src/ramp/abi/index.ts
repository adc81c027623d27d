export * from './ramp-launchpad.js';
export * from './ramp-pool.js';
export * from './ramp-router.js';
export * from './ramp-token.js';
