import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');

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

describe('npm run knip', () => {
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
