import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './compile.mjs';

/**
 * `node tools/image.mjs FOLDER`, after `npm ci` and `npm run build`: all that production's programs load, and nothing else. The Dockerfile makes the image of it;
 * `test/image.int-spec.ts` measures the folder, and starts the programs in it.
 */
const APPS = ['api', 'indexer', 'ops', 'web'];

/** Of packages: sources, types, their maps, what they were built and tested with. */
const NOT_LOADED = /[.]spec[.]|[.]([mc]?tsx?|map|md|markdown|flow|tsbuildinfo|tgz|c|h)$/;
const TESTS = /^(tests?|specs?|__tests__|examples?)$/;

/** What Node.js does not load of packages that bring the same in several forms. Prisma's client has runtimes of five databases besides. */
const OTHER_FORMS = {
  '@prisma/client':
    /^runtime[/](?!(client|index-browser|query_compiler_fast_bg[.]postgresql([.]wasm-base64)?)[.]m?js$)/,
  'apache-arrow': /^bin[/]|[.]js$/,
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
for (const app of APPS) await copyFolder(`dist/apps/${app}`, (file) => !/[.]ts$/.test(file));
const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
for (const [name, { link, resolved, dev, optional, devOptional }] of Object.entries(packages)) {
  // What npm leaves out by --omit=dev --omit=optional, but for the binaries of this platform.
  const isAway = optional === true && !existsSync(path.join(ROOT, name));
  if (!name.startsWith('node_modules/') || dev === true || devOptional === true || isAway) continue;
  if (link === true) await copyLibrary(name, resolved);
  else await copyPackage(name);
}

async function copyLibrary(name, folder) {
  await copyFolder(`${folder}/dist`, (file) => !/[.]ts$/.test(file));
  await copyFile(path.join(ROOT, folder, 'package.json'), path.join(to, folder, 'package.json'));
  const link = path.join(to, name);
  await mkdir(path.dirname(link), { recursive: true });
  await symlink(path.relative(path.dirname(link), path.join(to, folder)), link);
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
