/**
 * What a command line, a container or a thread starts, of `dist/`, with the module that it is made of: one file each, which
 * starts in half of the time that its two thousand modules take.
 */
export const PROGRAMS = {
  'apps/api/main': 'apps/api/src/main',
  'apps/api/paint.worker': 'apps/api/src/extras/pictures/painting/paint.worker',
  'apps/devnet/deploy': 'apps/devnet/src/deploy',
  'apps/devnet/main': 'apps/devnet/src/main',
  'apps/indexer/heartbeat.worker': 'apps/indexer/src/leadership/heartbeat.worker',
  'apps/indexer/main': 'apps/indexer/src/main',
  'apps/ops/db': 'apps/ops/src/db',
  'apps/ops/export.worker': 'apps/ops/src/export/export.worker',
  'apps/ops/main': 'apps/ops/src/main',
  'apps/webhooks/main': 'apps/webhooks/src/main',
};

/** Packages that are not in those files: they bring binaries or WebAssembly, or are loaded by a thread of a library. */
export const PACKAGES_BESIDE = [
  '@prisma/client',
  '@prisma/schema-engine-wasm',
  '@resvg/resvg-js',
  'hash-wasm',
  'parquet-wasm',
];

/** What other packages import where it is installed. Here it is not. */
export const NOT_INSTALLED = ['@fastify/*', '@mikro-orm/*', '@nestjs/microservices', '@nestjs/websockets/*'];
