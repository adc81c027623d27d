import {
  countDeferredKeys,
  isBeforeBaseline,
  isDatabaseUnavailable,
  listEmptyingMigrations,
  migrate,
  migrationStatus,
  newMigration,
  readIndexSpace,
  schemaDifference,
  copyDecisions,
} from '@slipway/database';
import { SettingsError, loadSettings } from '@slipway/settings';
import { databaseFailure } from './command-line/database-failure.js';
import { OperatorError } from './command-line/command-line.js';
import type { Output, Print } from './command-line/output.js';
import { toSpace } from './index/space.js';

// A program of its own: it runs before the database has the roles and tables that the other commands work with.

const MIGRATION_NAME = /^[a-z0-9]+(_[a-z0-9]+)*$/;

const EMPTY_INDEX = '--empty-index';

const USAGE = `usage: npm run db:migrate [-- ${EMPTY_INDEX}] | npm run db:migrate:new NAME | npm run db -- status | npm run db -- diff
  | npm run db -- beside URL`;

const WHICH_DATABASE = 'start `npm run dev` or `npm start`, or name a database: PG_PORT, or DATABASE_URL';

/**
 * Runs one command on the database itself.
 *
 * @param words of the command line
 * @param variables the settings' text; those of this process when left out
 * @returns the code that the program ends with
 */
export async function runDbProgram(
  words: readonly string[],
  { print, warn }: Output,
  variables?: Readonly<Record<string, string>>,
): Promise<number> {
  try {
    return await run(words, loadSettings(variables, ['databaseUrl']).databaseUrl, print);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const lines = error instanceof SettingsError ? error.lines : [databaseFailure(error) ?? message];
    warn([...lines, ...(isDatabaseUnavailable(error) ? [WHICH_DATABASE] : [])].join('\n'));
    return 1;
  }
}

async function run(
  [command = '', name]: readonly string[],
  databaseUrl: string,
  print: Print,
): Promise<number> {
  switch (command) {
    case 'migrate': {
      await expectBaseline(databaseUrl);
      await expectKeysBuilt(databaseUrl);
      if (name !== EMPTY_INDEX) await expectNothingToEmpty(databaseUrl);
      const applied = await migrate(databaseUrl);
      for (const migration of applied) print(`applied ${migration}`);
      print(applied.length === 0 ? 'nothing to apply' : `${applied.length} applied`);
      return 0;
    }
    case 'reach':
      // Before a build that would be for nothing.
      await isBeforeBaseline(databaseUrl);
      return 0;
    case 'new': {
      if (name === undefined || !MIGRATION_NAME.test(name)) {
        throw new OperatorError('name the migration in lower case: npm run db:migrate:new add_something');
      }
      await expectMigrated(databaseUrl);
      print((await newMigration(databaseUrl, name, new Date())) ?? 'prisma/schema.prisma asks for no change');
      return 0;
    }
    case 'status': {
      const status = await migrationStatus(databaseUrl);
      for (const [kind, migrations] of Object.entries<string[]>({ ...status })) {
        print(`${kind}: ${migrations.length === 0 ? 'none' : migrations.join(', ')}`);
      }
      return 0;
    }
    case 'diff': {
      await expectMigrated(databaseUrl);
      const difference = await schemaDifference(databaseUrl);
      print(difference ?? 'no difference');
      // As `prisma migrate diff --exit-code` has it.
      return difference === null ? 0 : 2;
    }
    case 'beside': {
      if (name === undefined || !/^postgres(ql)?:\/\//.test(name)) throw new OperatorError(USAGE);
      await rebuildBeside(databaseUrl, name, print);
      return 0;
    }
    default:
      throw new OperatorError(USAGE);
  }
}

async function expectBaseline(databaseUrl: string): Promise<void> {
  if (!(await isBeforeBaseline(databaseUrl))) return;
  throw new OperatorError(
    'this database is of before the first release, and no migration leads on from it: begin with an empty one (docs/operate/upgrade.md)',
  );
}

/** A migration may drop a key, or change a table in a way that its definition does not fit: it expects all keys to be there. */
async function expectKeysBuilt(databaseUrl: string): Promise<void> {
  const keys = await countDeferredKeys(databaseUrl);
  if (keys === 0) return;
  const { pending } = await migrationStatus(databaseUrl);
  if (pending.length === 0) return;
  throw new OperatorError(
    `${pending.join(', ')}: not while the index is read for the first time, ${keys} of its keys are yet to be built. Let the indexer of the ` +
      'release before come level first (npm run ops -- index status), or begin with an empty database.',
  );
}

/** An index in use is not emptied by the way: it is hours until the chain is read again. */
async function expectNothingToEmpty(databaseUrl: string): Promise<void> {
  const [emptying] = await listEmptyingMigrations(databaseUrl);
  if (emptying === undefined) return;
  const space = await readIndexSpace(databaseUrl);
  if (space.block === null) return;
  throw new OperatorError(
    `${emptying} empties the index, which ends at block ${space.block} and takes ${toSpace(space)}. Until the chain is read again the ` +
      `interface responds 503. Build the new one beside it: npm run db -- beside URL (docs/operate/upgrade.md), or say ${EMPTY_INDEX}.`,
  );
}

async function expectMigrated(databaseUrl: string): Promise<void> {
  const { pending } = await migrationStatus(databaseUrl);
  if (pending.length > 0) throw new OperatorError(`apply ${pending.join(', ')} first: npm run db:migrate`);
}

/**
 * Makes a database ready for an index of this release, beside one that an older release serves: says what space it needs, applies
 * the migrations, and copies what people decided. Run again, it copies what they decided since.
 *
 * @param besideUrl an empty database, or one that this has made ready before. Its login may create roles and schemas
 * @throws OperatorError when both are the same database
 */
async function rebuildBeside(servedUrl: string, besideUrl: string, print: Print): Promise<void> {
  const [served, beside] = await Promise.all([readIndexSpace(servedUrl), readIndexSpace(besideUrl)]);
  if (isSameDatabase(servedUrl, besideUrl))
    throw new OperatorError(
      'URL must name another database than DATABASE_URL: the one that is served stays as it is',
    );
  print(`the served index takes ${toSpace(served)}, up to block ${served.block ?? 'none'}`);
  print(`the one beside it takes ${toSpace(beside)} now; let it have as much again as the served one`);
  const applied = await migrate(besideUrl);
  print(applied.length === 0 ? 'no migration is pending' : `${applied.length} migrations applied`);
  const copied = await copyDecisions(servedUrl, besideUrl);
  const rows = Object.entries(copied).filter(([, count]) => count > 0);
  print(
    `copied: ${rows.map(([table, count]) => `${count} of ${table}`).join(', ') || 'nothing is decided yet'}`,
  );
  print(
    'next: start the indexer of this release on that database; when `index status` says that it is level, run this again,',
  );
  print('then start the API of this release on it, and stop what is left of the older one');
}

function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.host === b.host && a.pathname === b.pathname;
}
