import { watch } from 'chokidar';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, compile } from '../compile.mjs';

/**
 * `npm run dev`: the local network of `npm start`. At each save the file is compiled to `dist/`. API and indexer, if they have
 * loaded it, start again. `npm run dev -- --inspect` opens both to a debugger.
 */
const SETTINGS = path.join(ROOT, '.env');
if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS);

const compileSaved = (file) => compile(file, true).catch(({ message }) => console.error(message));

const ignored = (file, stats) =>
  stats?.isDirectory() === true && /^(dist|node_modules)$/.test(path.basename(file));
// An editor empties a file and then writes it: a text read in between compiles to nothing.
const awaitWriteFinish = { stabilityThreshold: 20, pollInterval: 5 };
watch([path.join(ROOT, 'apps'), path.join(ROOT, 'libs')], { ignoreInitial: true, ignored, awaitWriteFinish })
  .on('add', compileSaved)
  .on('change', compileSaved);

// The local network starts API and indexer with its own flags of Node.js.
const query = process.argv.includes('--inspect') ? '?inspect' : '';
process.execArgv.push('--import', new URL(`reload.mjs${query}`, import.meta.url).href);
await import(new URL('../../dist/apps/devnet/src/main.js', import.meta.url).href);
