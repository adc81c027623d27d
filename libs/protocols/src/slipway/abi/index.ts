export * from './app-token.js';
export * from './launchpad.js';
