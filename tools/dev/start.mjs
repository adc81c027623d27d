import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run dev`: the local network of `npm start`. At each save the file is compiled to `dist/`, and those of API and
 * indexer that have loaded it start again. `npm run dev -- --inspect` opens both to a debugger.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const SETTINGS = path.join(ROOT, '.env');
if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS);

const compiler = spawn(
  path.join(ROOT, 'node_modules/.bin/swc'),
  ['apps', 'libs', '--out-dir', 'dist', '--watch'],
  { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
);
process.once('exit', () => compiler.kill());
// It compiles everything first, and then says so: a program that runs already would start again for each file.
await once(compiler.stdout, 'data');
compiler.stdout.resume();

// The local network starts API and indexer with its own flags of Node.js.
process.execArgv.push('--import', new URL('reload.mjs', import.meta.url).href);
if (process.argv.includes('--inspect')) process.env.DEV_INSPECT = '1';
await import(new URL('../../dist/apps/devnet/src/main.js', import.meta.url).href);
