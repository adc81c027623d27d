import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const GENERATED = ['libs/database/src/generated', 'libs/sdk/src/generated'];
const MODULE = 'apps/api/src/modules/market-pairs';
const PROTOCOL = 'libs/protocols/src/tidemark';
const CHANGED = [
  PROTOCOL,
  'libs/protocols/src/protocols.ts',
  MODULE,
  'apps/api/src/app.module.ts',
  'test/contract/contract-table.ts',
];

const run = promisify(execFile);

describe('npm run generate module market-pairs', () => {
  let copy: string;

  /** Runs a command in the copy; what it prints is the failure. */
  async function inCopy(command: string, ...args: readonly string[]): Promise<void> {
    const child = run(command, args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 });
    await child.catch((error: unknown) => {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
    });
  }

  const npx = (program: string, ...args: readonly string[]): Promise<void> =>
    inCopy(path.join(ROOT, 'node_modules/.bin', program), ...args);

  const generate = async (name: string, kind = 'module'): Promise<void> => {
    const { scripts } = JSON.parse(await readFile(path.join(copy, 'package.json'), 'utf8')) as {
      readonly scripts: { readonly generate: string };
    };
    const [program = '', ...args] = scripts.generate.split(' ');
    await npx(program, ...args, kind, name);
  };

  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), 'slipway-generate-'));
    await copyProject(copy);
    await generate('market-pairs');
    await generate('tidemark', 'protocol');
    await inCopy('npm', 'run', '--silent', 'build');
    await inCopy(process.execPath, 'dist/apps/api/src/openapi-file.js', 'write');
  });

  afterAll(async () => {
    await rm(copy, { recursive: true });
  });

  it('writes a module with its specs', async () => {
    const files = await readdir(path.join(copy, MODULE), { recursive: true });
    expect(files.sort()).toEqual([
      'market-pairs.controller.ts',
      'market-pairs.dto.ts',
      'market-pairs.module.ts',
      'market-pairs.repository.int-spec.ts',
      'market-pairs.repository.ts',
      'market-pairs.service.spec.ts',
      'market-pairs.service.ts',
    ]);
  });

  it('writes a protocol of a few files, and its line', async () => {
    const files = await readdir(path.join(copy, PROTOCOL));
    expect(files.sort()).toEqual(['abi.ts', 'events.ts', 'quote-trade.ts', 'tellings.ts', 'tidemark.ts']);
    const list = await readFile(path.join(copy, 'libs/protocols/src/protocols.ts'), 'utf8');
    expect(list).toContain('[slipway, ramp, tidemark]');
    await generate('ramp', 'protocol');
    expect(await readFile(path.join(copy, 'libs/protocols/src/protocols.ts'), 'utf8')).toBe(list);
  });

  it.each([
    ['could not be a path', '../x'],
    ['AppModule imports from elsewhere', 'health'],
    ['a module has', 'market-pairs'],
  ])('writes nothing for a name that %s', async (_, name) => {
    const folder = path.join(copy, 'apps/api/src');
    const read = async (): Promise<readonly unknown[]> => [
      await readdir(folder, { recursive: true }),
      await readFile(path.join(folder, 'app.module.ts'), 'utf8'),
    ];
    const before = await read();
    // The CLI says so, and ends well.
    await generate(name);
    expect(await read()).toEqual(before);
  });

  it('passes types, its specs included', async () => {
    const config = { extends: './tsconfig.json', include: [MODULE, PROTOCOL, 'libs/**/*.d.ts'] };
    await writeFile(path.join(copy, 'tsconfig.module.json'), JSON.stringify(config));
    await inCopy('npm', 'run', '--silent', 'tsc', '--', '-p', 'tsconfig.module.json');
  });

  it('passes lint and format', async () => {
    await npx('eslint', '--max-warnings', '0', ...CHANGED);
    await npx('prettier', '--check', ...CHANGED);
  });

  it('passes the import rules', async () => {
    await npx('depcruise', '--config', '.dependency-cruiser.mjs', 'apps/api/src', PROTOCOL);
  });

  it("passes its specs and the interface's", async () => {
    const suites = ['modules/market-pairs', 'test/contract/(access|operations)[.]spec'];
    const projects = ['unit', 'int', 'contract'];
    await inCopy(
      ...(['npm', 'run', '--silent', 'jest', '--', '--maxWorkers=1'] as const),
      ...['--selectProjects', ...projects, '--testPathPatterns', ...suites],
    );
  });

  // Last: its compiler orders parameters otherwise than the one whose `dist/` the specs above are of.
  it('is built by Nest', async () => {
    await npx('nest', 'build', 'api');
    expect(await readdir(path.join(copy, 'dist', MODULE))).toContain('market-pairs.module.js.map');
  });
});

/** What git has of the project, as it is on disk, and what a build made of it, with the packages by links. */
async function copyProject(target: string): Promise<void> {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const deleted = await run('git', ['ls-files', '-z', '--deleted'], { cwd: ROOT });
  const gone = new Set(deleted.stdout.split('\0'));
  const files = listed.stdout.split('\0').filter((file) => file !== '' && !gone.has(file));
  const libraries = await readdir(path.join(ROOT, 'libs'));
  const built = ['dist', ...libraries.map((name) => `libs/${name}/dist`), ...GENERATED];
  for (const file of [...files, ...built.filter((folder) => existsSync(path.join(ROOT, folder)))])
    await cp(path.join(ROOT, file), path.join(target, file), { recursive: true });
  // It is of a build of the original, which may go on.
  await rm(path.join(target, 'dist/.build-lock'), { recursive: true, force: true });
  await mkdir(path.join(target, 'node_modules'));
  // Links to our own libraries are relative: those of the copy lead into the copy.
  const link = path.join('node_modules', '@slipway');
  await cp(path.join(ROOT, link), path.join(target, link), { recursive: true, verbatimSymlinks: true });
  for (const name of await readdir(path.join(ROOT, 'node_modules')))
    if (name !== '@slipway')
      await symlink(path.join(ROOT, 'node_modules', name), path.join(target, 'node_modules', name));
}
