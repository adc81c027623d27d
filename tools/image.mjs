import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './compile.mjs';
import { PACKAGES_BESIDE } from './programs.mjs';

/**
 * `node tools/image.mjs FOLDER`, after `npm ci` and `npm run build`: all that production's programs load, and nothing else. The Dockerfile makes the image of it;
 * `test/image.int-spec.ts` measures the folder, and starts the programs in it.
 */
const APPS = ['api', 'indexer', 'ops', 'web', 'webhooks'];

/** Of packages: sources, types, their maps, what they were built and tested with. */
const NOT_LOADED = /[.]spec[.]|[.]([mc]?tsx?|map|md|markdown|flow|tsbuildinfo|tgz|c|h)$/;
const TESTS = /^(tests?|specs?|__tests__|examples?)$/;

/** Of packages that bring the same in several forms, what is not loaded. Prisma's client has runtimes of five databases besides. */
const OTHER_FORMS = {
  '@prisma/client':
    /^runtime[/](?!(client|index-browser|query_compiler_fast_bg[.]postgresql([.]wasm-base64)?)[.]m?js$)/,
  'parquet-wasm': /^(bundler|esm)[/]/,
};

const [to] = process.argv.slice(2);
if (to === undefined || existsSync(path.join(to, 'package.json'))) {
  console.error('usage: node tools/image.mjs FOLDER, which is empty');
  process.exit(1);
}
await mkdir(to, { recursive: true });
await copyFile(path.join(ROOT, 'package.json'), path.join(to, 'package.json'));
await copyFolder('prisma', (file) => /(^schema[.]prisma|[.]sql|[.]toml)$/.test(file));
for (const app of APPS) await copyFolder(`dist/apps/${app}`, (file) => !file.startsWith('src/'));
const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
const copied = new Set();
for (const name of PACKAGES_BESIDE) await copyPackages(name);
await copyWorker();

/** Of a library, which starts a thread by its own name. */
async function copyWorker() {
  const [folder, link] = ['libs/reward-programs', path.join(to, 'node_modules/@slipway/reward-programs')];
  await copyFolder(`${folder}/dist/merkle`, () => true);
  await copyFile(path.join(ROOT, folder, 'package.json'), path.join(to, folder, 'package.json'));
  await mkdir(path.dirname(link), { recursive: true });
  await symlink(path.relative(path.dirname(link), path.join(to, folder)), link);
}

/** With those it needs: of the optional ones the binaries of this platform. */
async function copyPackages(name) {
  const folder = `node_modules/${name}`;
  if (copied.has(name) || !existsSync(path.join(ROOT, folder))) return;
  copied.add(name);
  await copyPackage(folder);
  const { dependencies, optionalDependencies } = packages[folder];
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) await copyPackages(other);
}

function copyPackage(name) {
  return copyFolder(name, (file) => {
    const parts = file.split('/');
    if (parts.some((part) => NOT_LOADED.test(part)) || parts.includes('node_modules') || TESTS.test(parts[0]))
      return false;
    return OTHER_FORMS[name.slice('node_modules/'.length)]?.test(file) !== true;
  });
}

/** @param isWanted of a path within the folder */
async function copyFolder(folder, isWanted) {
  const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.relative(path.join(ROOT, folder), path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || !isWanted(file)) continue;
    const target = path.join(to, folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await copyWithoutSource(path.join(ROOT, folder, file), target);
  }
}

/** Our maps name places; the sources in them are not shipped. */
async function copyWithoutSource(from, target) {
  if (!target.endsWith('.map')) return copyFile(from, target);
  const map = JSON.parse(await readFile(from, 'utf8'));
  await writeFile(target, JSON.stringify({ ...map, sourcesContent: undefined }));
}
