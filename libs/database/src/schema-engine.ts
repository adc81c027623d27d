import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { withShortLocks } from './short-locks.js';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import type { QueryConfig, QueryResult } from 'pg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import type * as Bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/** What wasm-bindgen's glue has besides its public names. */
type Glue = typeof Bindings & { __wbg_set_wasm(exports: WebAssembly.Exports): void };

let loading: Promise<Glue> | undefined;

/**
 * Prisma's official migration engine as WebAssembly, over the pg adapter: it needs no native binary, so that
 * migrations run offline and keep the `_prisma_migrations` table of Prisma's own CLI.
 */
export async function openSchemaEngine(
  databaseUrl: string,
  datamodels: [path: string, content: string][],
): Promise<SchemaEngine> {
  loading ??= loadGlue();
  const { SchemaEngine: Engine } = await loading;
  const adapter = bindMigrationAwareSqlAdapterFactory(
    new MigrationPg({
      connectionString: databaseUrl,
      // The engine never says that it is done: idle connections must not keep the process.
      allowExitOnIdle: true,
      idleTimeoutMillis: 100,
    }),
  );
  return Engine.new({ datamodels }, () => undefined, adapter);
}

/** PostgreSQL's internal "char" type, which its catalogues use and PrismaPg refuses. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/**
 * PrismaPg as the migration engine needs it. It cuts scripts at every semicolon, also inside function bodies: sent
 * whole, PostgreSQL parses them itself and runs each migration as one transaction. And it refuses "char" columns,
 * which the engine reads of check constraints: they travel as text and are declared as characters again.
 */
class MigrationPg extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    adapter.executeScript = (script) =>
      withShortLocks((limit) => pool.query(`${limit}; ${script}`).then(() => undefined));
    // The engine asks one query after another, so that the last one's fields are those of the result at hand.
    let characters: boolean[] = [];
    const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>;
    pool.query = (async (config: QueryConfig) => {
      const result = await query(config);
      if (Array.isArray(result)) return result;
      characters = result.fields.map((field) => field.dataTypeID === CHAR_OID);
      for (const field of result.fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
      return result;
    }) as typeof pool.query;
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (sql) => {
      const result = await queryRaw(sql);
      const columnTypes = result.columnTypes.map((type, i) =>
        characters[i] === true ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}

type StartTimer = (...parameters: readonly unknown[]) => NodeJS.Timeout;

/** The engine leaves the timer of its lock behind: ten seconds, in which a process that is done would not end. */
function withoutHold(glue: Glue): WebAssembly.ModuleImports {
  const imports = Object.entries(glue as unknown as Readonly<Record<string, StartTimer>>);
  return Object.fromEntries(
    imports.map(([name, call]) => {
      if (!name.startsWith('__wbg_setTimeout_')) return [name, call];
      return [name, (...parameters: readonly unknown[]) => call(...parameters).unref()];
    }),
  );
}

async function loadGlue(): Promise<Glue> {
  // The engine calls this before it traps, with what Rust would have printed.
  const set_message = (message: string): boolean => process.stderr.write(`${message}\n`);
  // Node does not import .wasm files as modules yet: the glue is loaded first and handed its instance.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message } });
  const glue = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as Glue;
  const path = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(path), {
    './schema_engine_bg.js': withoutHold(glue),
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return glue;
}
