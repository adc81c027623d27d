import { transformFile } from '@swc/core';
import { watch } from 'chokidar';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * `npm run dev`: the local network of `npm start`. At each save the file is compiled to `dist/`. API and indexer, if they have
 * loaded it, start again. `npm run dev -- --inspect` opens both to a debugger.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const SETTINGS = path.join(ROOT, '.env');
if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS);

/** Where `npm run build` writes what a source compiles to; null for what it does not compile. */
function outputOf(file) {
  if (!/[.]ts$/.test(file) || /spec[.]ts$|[.]d[.]ts$|docs-page|embed-page|[/]apps[/]web[/]/.test(file))
    return null;
  const [room, name, , ...rest] = path.relative(ROOT, file).split(path.sep);
  const folder = room === 'libs' ? path.join('libs', name, 'dist') : path.join('dist', room, name, 'src');
  return path.join(ROOT, folder, ...rest).replace(/ts$/, 'js');
}

async function compile(file) {
  const output = outputOf(file);
  if (output === null) return;
  try {
    const { code, map } = await transformFile(file, {
      configFile: path.join(ROOT, '.swcrc'),
      sourceFileName: path.relative(path.dirname(output), file),
    });
    await mkdir(path.dirname(output), { recursive: true });
    await replace(`${output}.map`, map);
    await replace(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
  } catch (error) {
    console.error(error.message);
  }
}

/** At once: a program that starts meanwhile reads no half of a file. */
async function replace(file, text) {
  await writeFile(`${file}.next`, text);
  await rename(`${file}.next`, file);
}

const ignored = (file, stats) =>
  stats?.isDirectory() === true && /^(dist|node_modules)$/.test(path.basename(file));
// An editor empties a file and then writes it: a text read in between compiles to nothing.
const awaitWriteFinish = { stabilityThreshold: 20, pollInterval: 5 };
watch([path.join(ROOT, 'apps'), path.join(ROOT, 'libs')], { ignoreInitial: true, ignored, awaitWriteFinish })
  .on('add', compile)
  .on('change', compile);

// The local network starts API and indexer with its own flags of Node.js.
const query = process.argv.includes('--inspect') ? '?inspect' : '';
process.execArgv.push('--import', new URL(`reload.mjs${query}`, import.meta.url).href);
await import(new URL('../../dist/apps/devnet/src/main.js', import.meta.url).href);
