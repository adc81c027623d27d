import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'prisma/config';

const { DATABASE_URL, PG_PORT = '54329' } = process.env;

/** Prisma's command line downloads its native engine, also for what does not use it, such as `validate`. */
function hasNativeEngine(): boolean {
  const prisma = createRequire(createRequire(import.meta.url).resolve('prisma/package.json'));
  const folder = path.dirname(prisma.resolve('@prisma/engines/package.json'));
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('schema-engine-'));
}

// Any program will do where the engine is missing. `npm run db:migrate`, `npm run db` need no native engine.
if (!hasNativeEngine()) process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Without DATABASE_URL, the server that `npm start` runs: the default of libs/settings.
  datasource: { url: DATABASE_URL ?? `postgresql://local:local@127.0.0.1:${PG_PORT}/local` },
});
