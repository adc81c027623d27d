import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const ROOT = path.resolve(import.meta.dirname, '..');
const RULE = 'no-restricted-syntax';

/** Ways around the doors, a line each. */
const BREACHES = [
  "process.env['PORT'];",
  "process['env'];",
  'const { env } = process;',
  'const same = process;',
  'globalThis.process.env;',
  "import { env } from 'node:process';",
  "import process from 'process';",
  "await import('node:process');",
  "process.getBuiltinModule('process');",
  "createRequire(import.meta.url)('pg');",
  "require('pg-pool');",
  "await import(['p', 'g'].join(''));",
];

const ALLOWED = ['process.pid;', "await import('./pool.js');", "createRequire(import.meta.url)('solc');"];

describe('the lint rule of doors', () => {
  let find: (code: string, file: string) => Promise<string[]>;

  beforeAll(() => {
    const linter = new Linter();
    const optionsOf = new Map<string, Promise<Linter.RuleEntry>>();
    find = async (code, file) => {
      const options = optionsOf.get(file) ?? readRule(file);
      optionsOf.set(file, options);
      const rules = { [RULE]: await options };
      const parser = tseslint.parser as Linter.Parser;
      const config = { files: ['**/*.ts'], languageOptions: { parser }, rules };
      const messages = linter.verify(code, [config], { filename: file });
      return messages.map(({ ruleId, message }) => ruleId ?? message);
    };
  });

  it.each(BREACHES)('reports %s', async (code) => {
    expect(await find(code, 'apps/api/src/main.ts')).toContain(RULE);
  });

  it.each(ALLOWED)('lets %s pass', async (code) => {
    expect(await find(code, 'apps/api/src/main.ts')).toEqual([]);
  });

  it('holds in libraries too, and not where the settings are loaded', async () => {
    expect(await find('process.env;', 'libs/http/src/index.ts')).toEqual([RULE]);
    expect(await find('process.env;', 'libs/settings/src/load-settings.ts')).toEqual([]);
  });
});

/** The rule as `npm run lint` has it for a file. */
async function readRule(file: string): Promise<Linter.RuleEntry> {
  const program = path.join(ROOT, 'node_modules/eslint/bin/eslint.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--print-config', file], {
    cwd: ROOT,
    maxBuffer: 16 * 1024 * 1024,
  });
  const { rules } = JSON.parse(stdout) as { readonly rules: Record<string, Linter.RuleEntry> };
  return rules[RULE] ?? 'off';
}
