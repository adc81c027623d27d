import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DiffTarget, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import { openSchemaEngine } from './schema-engine.js';

const NO_FILTERS = { externalTables: [], externalEnums: [] };

export interface MigrationStatus {
  /** Migrations of the folder that the database has not seen. */
  readonly pending: string[];
  /** Applied migrations whose file is another today. */
  readonly edited: string[];
  /** Migrations that stopped half-way. */
  readonly failed: string[];
  /** Applied migrations that the folder does not have. */
  readonly unknown: string[];
}

/**
 * Applies the pending migrations of `prisma/migrations`, in order; each is recorded in `_prisma_migrations` as
 * Prisma's CLI does.
 *
 * @param databaseUrl a login that may create roles and schemas
 * @returns the names that were applied now
 * @throws Error when a migration fails, or one failed before and was not resolved
 */
export async function migrate(databaseUrl: string, root = process.cwd()): Promise<string[]> {
  return withEngine(databaseUrl, root, async (engine) => {
    const migrationsList = await readMigrations(root);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    return appliedMigrationNames;
  });
}

const BASELINE = '_baseline';

/** What a migration says of itself in its first line when the index is empty after it. */
const EMPTIES_THE_INDEX = '-- empties-the-index:';

/** The pending migrations after which the index is empty, and has to be read from the chain again. */
export async function listEmptyingMigrations(databaseUrl: string, root = process.cwd()): Promise<string[]> {
  const { pending } = await migrationStatus(databaseUrl, root);
  const { migrationDirectories } = await readMigrations(root);
  return migrationDirectories
    .filter(
      ({ path, migrationFile }) =>
        pending.includes(path) && migrationFile.content.value.startsWith(EMPTIES_THE_INDEX),
    )
    .map(({ path }) => path);
}

/**
 * Whether a database was made by migrations that the baseline replaced: no migration leads on from it.
 */
export async function isBeforeBaseline(databaseUrl: string, root = process.cwd()): Promise<boolean> {
  const { pending, unknown } = await migrationStatus(databaseUrl, root);
  return unknown.length > 0 && pending.some((name) => name.endsWith(BASELINE));
}

/** Compares `prisma/migrations` with what the database has applied. */
export async function migrationStatus(databaseUrl: string, root = process.cwd()): Promise<MigrationStatus> {
  return withEngine(databaseUrl, root, async (engine) => {
    const migrationsList = await readMigrations(root);
    const { history, editedMigrationNames, failedMigrationNames } = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    });
    const differing = { unappliedMigrationNames: [], unpersistedMigrationNames: [], ...history };
    return {
      pending: differing.unappliedMigrationNames,
      unknown: differing.unpersistedMigrationNames,
      edited: editedMigrationNames,
      failed: failedMigrationNames,
    };
  });
}

/**
 * The SQL that would turn a migrated database into what `prisma/schema.prisma` says; null when they agree.
 *
 * @param databaseUrl a database with every migration applied
 */
export async function schemaDifference(databaseUrl: string, root = process.cwd()): Promise<string | null> {
  return withEngine(databaseUrl, root, async (engine) => {
    const configDir = resolve(root, 'prisma');
    const files = [await readSchema(root)].map(([path, content]) => ({ path, content }));
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir } satisfies DiffTarget,
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return exitCode === 0 ? null : (stdout ?? '');
  });
}

/**
 * Writes `prisma/migrations/<time>_<name>/migration.sql` with the step from a migrated database to the schema file.
 *
 * @returns the path of the new file, or null when there is nothing to migrate
 */
export async function newMigration(
  databaseUrl: string,
  name: string,
  now: Date,
  root = process.cwd(),
): Promise<string | null> {
  const sql = await schemaDifference(databaseUrl, root);
  if (sql === null) return null;
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(root, 'prisma/migrations', `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'migration.sql');
  await writeFile(path, sql);
  return path;
}

async function withEngine<T>(
  databaseUrl: string,
  root: string,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const engine = await openSchemaEngine(databaseUrl, [await readSchema(root)]);
  try {
    return await use(engine);
  } finally {
    engine.free();
  }
}

async function readSchema(root: string): Promise<[path: string, content: string]> {
  const path = resolve(root, 'prisma/schema.prisma');
  return [path, await readFile(path, 'utf8')];
}

async function readMigrations(root: string): Promise<MigrationList> {
  const baseDir = resolve(root, 'prisma/migrations');
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = names.sort().map(async (path) => ({
    path,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8') },
    },
  }));
  const lockfile = 'migration_lock.toml';
  return {
    baseDir,
    lockfile: { path: lockfile, content: await readFile(join(baseDir, lockfile), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(migrationDirectories),
  };
}
