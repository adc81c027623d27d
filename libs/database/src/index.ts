export * from './as-of.js';
export * from './database-unavailable.js';
export * from './database.module.js';
export * from './head-feed.js';
export * from './live-query.js';
export * from './migrate.js';
export * from './pool.js';
export * from './prisma.js';
