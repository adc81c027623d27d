import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

const API_MODULE = 'apps/api/src/api.module.ts';
const FOLDER = 'apps/api/src/modules/market-pairs';
const NEST = path.resolve('node_modules/.bin/nest');
const ARGUMENTS = ['generate', '--project', 'api', '--collection'];
const COLLECTION = path.resolve('tools/schematics/collection.json');

const run = promisify(execFile);

/** What `npm run generate module <name>` writes, by the path that it would have in the project. */
async function generate(name: string): Promise<Map<string, string>> {
  const root = await mkdtemp(path.join(tmpdir(), 'generate-'));
  try {
    for (const file of ['nest-cli.json', API_MODULE]) await cp(file, path.join(root, file));
    await run(NEST, [...ARGUMENTS, COLLECTION, 'module', name], { cwd: root });
    const entries = await readdir(path.join(root, 'apps'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const read = files.map(async ({ parentPath, name: file }) => {
      const absolute = path.join(parentPath, file);
      return [path.resolve(path.relative(root, absolute)), await readFile(absolute, 'utf8')] as const;
    });
    return new Map(await Promise.all(read));
  } finally {
    await rm(root, { recursive: true });
  }
}

/** What TypeScript says of files that stand beside the project's own, and of those that they replace. */
function diagnose(files: ReadonlyMap<string, string>): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)).config,
    ts.sys,
    process.cwd(),
  );
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  const folders = new Set([...files.keys()].map((file) => path.dirname(file)));
  host.directoryExists = (folder) => folders.has(folder) || ts.sys.directoryExists(folder);
  host.readFile = (file) => files.get(file) ?? ts.sys.readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? getSourceFile(file, version, ...rest)
      : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram([...files.keys()], { ...options, noEmit: true }, host);
  return [...files.keys()]
    .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('npm run generate module market-pairs', () => {
  it('writes a module with its specs, imports it, and all of it compiles', async () => {
    const files = await generate('market-pairs');
    const names = [...files.keys()].map((file) => path.relative(FOLDER, file)).sort();
    expect(names).toEqual([
      '../../api.module.ts',
      'dto/market-pairs.dto.ts',
      'market-pairs.controller.ts',
      'market-pairs.module.ts',
      'market-pairs.repository.int-spec.ts',
      'market-pairs.repository.ts',
      'market-pairs.service.spec.ts',
      'market-pairs.service.ts',
      'market-pairs.sql.ts',
    ]);
    expect(files.get(path.resolve(API_MODULE))).toMatch(/^ +MarketPairsModule,$/m);
    expect(diagnose(files)).toEqual([]);
  }, 120_000);

  it('writes nothing for a name that could not be a path', async () => {
    expect([...(await generate('../x')).keys()]).toEqual([path.resolve(API_MODULE)]);
  });
});
