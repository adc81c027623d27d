import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const ROOT = path.resolve(import.meta.dirname, '..');
const RULE = 'no-restricted-syntax';

const API = 'apps/api/src/main.ts';
const LIBRARY = 'libs/http/src/index.ts';
const SETTINGS = 'libs/settings/src/load-settings.ts';

/** Ways around the doors, a line each. */
const BREACHES = [
  "process.env['PORT'];",
  "process['env'];",
  'const { env } = process;',
  'const same = process;',
  'globalThis.process.env;',
  "globalThis['process'].env;",
  'const { process: same } = globalThis;',
  "import { env } from 'node:process';",
  "import process from 'process';",
  "export { env } from 'node:process';",
  "export * from 'node:process';",
  "await import('node:process');",
  "process.getBuiltinModule('process');",
  "createRequire(import.meta.url)('node:process');",
  "createRequire(import.meta.url)('pg');",
  "createRequire(import.meta.url)('pg/lib/index.js');",
  "module.createRequire(import.meta.url)('pg');",
  "const load = createRequire(import.meta.url); load('pg');",
  "require('pg-pool');",
  "await import(['p', 'g'].join(''));",
  "export { Pool } from 'pg';",
  "export * from 'pg';",
  "import { PrismaClient } from '../../../libs/database/src/generated/client.js';",
  "export { PrismaClient } from '../../../libs/database/src/generated/client.js';",
  "await import('../../../libs/database/src/generated/client.js');",
  "Reflect.get(process, 'env');",
  'const { env } = { ...process };',
  'read(process);',
  'const { env } = (globalThis as unknown as Globals).process;',
];

const ALLOWED = [
  'process.pid;',
  "await import('./pool.js');",
  "createRequire(import.meta.url)('solc');",
  "load('pgbouncer');",
];

describe('the lint rule of doors', () => {
  let find: (code: string, file: string) => string[];

  beforeAll(async () => {
    const linter = new Linter();
    const optionsOf = await readRule([API, LIBRARY, SETTINGS]);
    find = (code, file) => {
      const rules = { [RULE]: optionsOf[file] };
      const parser = tseslint.parser as Linter.Parser;
      const config = { files: ['**/*.ts'], languageOptions: { parser }, rules };
      const messages = linter.verify(code, [config], { filename: file });
      return messages.map(({ ruleId, message }) => ruleId ?? message);
    };
  });

  it.each(BREACHES)('reports %s', (code) => {
    expect(find(code, API)).toContain(RULE);
  });

  it.each(ALLOWED)('lets %s pass', (code) => {
    expect(find(code, API)).toEqual([]);
  });

  it('holds in libraries too, and not where the settings are loaded', () => {
    expect(find('process.env;', LIBRARY)).toEqual([RULE]);
    expect(find('process.env;', SETTINGS)).toEqual([]);
  });
});

/** Promises that nobody waits for, a line each. */
const DROPPED = [
  'void begin();',
  'begin();',
  'const later = () => void begin();',
  'setTimeout(() => begin(), 1);',
  'begin().then(() => 1);',
  'begin().finally(() => 1);',
];

const KEPT = [
  'await begin();',
  'begin().catch(report);',
  'begin().then(report, report);',
  'begin().catch(report).finally(report);',
];

describe('the lint rules of promises', () => {
  it('report each that nobody waits for, in sources', async () => {
    const found = await lintLines(API, [
      'declare function begin(): Promise<number>; declare function report(error?: unknown): void;',
      ...DROPPED,
      ...KEPT,
    ]);
    expect([...found].sort((a, b) => a - b)).toEqual(DROPPED.map((_, i) => i + 2));
  });
});

/**
 * Numbers of the lines in which a rule of promises finds something, as `npm run lint` would in this file. With `CI` set the typed
 * parser makes its program once, from the disk, and would look at the file there instead of these lines.
 */
async function lintLines(file: string, lines: readonly string[]): Promise<ReadonlySet<number>> {
  const program = `
    import { ESLint } from 'eslint';
    const [filePath, text] = process.argv.slice(1);
    const [{ messages }] = await new ESLint().lintText(text, { filePath });
    console.log(JSON.stringify(messages));`;
  const options = ['--input-type=module', '--eval', program, file, lines.join('\n')];
  const env = { ...process.env, TSESTREE_SINGLE_RUN: 'false' };
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: ROOT, env });
  const messages = JSON.parse(stdout) as Linter.LintMessage[];
  const unread = messages.find(({ fatal }) => fatal);
  if (unread !== undefined) throw new Error(unread.message);
  const found = messages.filter(({ ruleId }) => /no-void|promises/.test(ruleId ?? ''));
  return new Set(found.map(({ line }) => line));
}

/** The rule as `npm run lint` has it for each file, by a process of its own: Jest does not load ESLint's configuration. */
async function readRule(files: readonly string[]): Promise<Record<string, Linter.RuleEntry>> {
  const program = `
    import { ESLint } from 'eslint';
    const [rule, ...files] = process.argv.slice(1);
    const eslint = new ESLint();
    const read = async (file) => [file, (await eslint.calculateConfigForFile(file)).rules[rule] ?? 'off'];
    console.log(JSON.stringify(Object.fromEntries(await Promise.all(files.map(read)))));`;
  const options = ['--input-type=module', '--eval', program, RULE, ...files];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: ROOT });
  return JSON.parse(stdout) as Record<string, Linter.RuleEntry>;
}
