import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryFiles } from './support/repository-files.js';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Sources named so for other reasons. */
const NO_SUITES = ['libs/sdk/src/operation-spec.ts'];

const MANIFEST = {
  type: 'module',
  imports: { '#part': { source: './libs/part/src/index.ts', default: './dist/libs/part/src/index.js' } },
  dependencies: { needless: '1.0.0' },
};

/** A tree with one mistake of each kind. */
const TREE = {
  'package.json': JSON.stringify(MANIFEST),
  'tsconfig.json': '{"compilerOptions":{"module":"nodenext","rootDir":".","outDir":"dist"}}',
  'apps/api/src/main.ts': "import 'undeclared';\nimport { used } from '#part';\nused();\n",
  'libs/part/src/index.ts': "export { used, unheeded } from './part.js';\n",
  'libs/part/src/part.ts':
    'export function used() {}\nexport function unheeded() {}\nexport function dead() {}\nexport interface Dead {}\n',
  'libs/part/src/orphan.ts': 'export {};\n',
  'test/support/orphan.ts': 'export {};\n',
};

type Kind = 'files' | 'dependencies' | 'unlisted' | 'exports' | 'types';
type Issue = { readonly file: string } & Readonly<Record<Kind, readonly { readonly name: string }[]>>;

describe('npm run check -- dead-code', () => {
  let found: readonly string[];

  beforeAll(async () => {
    const tree = await mkdtemp(path.join(tmpdir(), 'slipway-dead-code-'));
    try {
      for (const [file, text] of Object.entries(TREE)) {
        await mkdir(path.join(tree, path.dirname(file)), { recursive: true });
        await writeFile(path.join(tree, file), text);
      }
      await copyFile(path.join(ROOT, 'knip.config.mjs'), path.join(tree, 'knip.config.mjs'));
      found = await knip(tree);
    } finally {
      await rm(tree, { recursive: true });
    }
  });

  it.each([
    'files: libs/part/src/orphan.ts',
    'files: test/support/orphan.ts',
    'dependencies: needless',
    'unlisted: undeclared',
    'exports: unheeded of libs/part/src/index.ts',
    'exports: dead of libs/part/src/part.ts',
    'types: Dead of libs/part/src/part.ts',
  ])('reports %s', (issue) => {
    expect(found).toContain(issue);
  });
});

describe('a suite', () => {
  const SUITE = /spec\.[a-z]+$/;
  let isRun: (file: string) => boolean;

  beforeAll(async () => {
    const load = async (file: string): Promise<unknown> => import(path.join(ROOT, file));
    const { projectsOf } = (await load('tools/test-changed/jest-projects.mjs')) as {
      readonly projectsOf: (projects: readonly object[], file: string) => readonly object[];
    };
    const { default: jest } = (await load('jest.config.mjs')) as {
      readonly default: { readonly projects: readonly object[] };
    };
    isRun = (file) => projectsOf(jest.projects, file).length === 1;
  });

  it.each([
    ['apps/api/src/x.spec.ts', true],
    ['libs/http/src/x.int-spec.ts', true],
    ['test/contract/x.spec.ts', true],
    ['test/x.tools-spec.ts', true],
    ['apps/api/src/x.tools-spec.ts', false],
    ['libs/http/src/x.chaos-spec.ts', false],
    ['tools/x.spec.ts', false],
    ['apps/web/src/x.spec.tsx', false],
    ['test/x.other-spec.ts', false],
  ])('%s is run by a project of Jest: %s', (file, expected) => {
    expect(SUITE.test(file)).toBe(true);
    expect(isRun(file)).toBe(expected);
  });

  it('is run by one project of jest.config.mjs', () => {
    const suites = repositoryFiles().filter((file) => SUITE.test(file) && !NO_SUITES.includes(file));
    expect(suites.length).toBeGreaterThan(300);
    expect(suites.filter((file) => !isRun(file))).toEqual([]);
  });
});

async function knip(tree: string): Promise<string[]> {
  const program = path.join(ROOT, 'node_modules/knip/bin/knip.js');
  const args = [program, '--config', 'knip.config.mjs', '--reporter', 'json', '--no-exit-code'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tree });
  const { issues } = JSON.parse(stdout) as { issues: readonly Issue[] };
  return issues.flatMap((issue) =>
    (['files', 'dependencies', 'unlisted', 'exports', 'types'] as const).flatMap((kind) =>
      issue[kind].map(({ name }) =>
        kind === 'exports' || kind === 'types' ? `${kind}: ${name} of ${issue.file}` : `${kind}: ${name}`,
      ),
    ),
  );
}
