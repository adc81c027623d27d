import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderSdk } from './render-sdk.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = 'libs/sdk/src/generated';

/**
 * `node write-sdk.mjs` writes the generated files of the SDK. With `--check` it writes nothing. It fails, with one line a file,
 * when they are not what the descriptions and ABIs make.
 */
const files = await renderSdk(ROOT);
const wrong = [...files].filter(([name, text]) => readFile(name) !== text);
if (process.argv.includes('--check')) {
  for (const [name] of wrong) console.error(`${FOLDER}/${name}: not what the descriptions make`);
  if (wrong.length > 0) console.error('run `npm run sdk:write` and commit the result');
  process.exitCode = wrong.length > 0 ? 1 : 0;
} else {
  mkdirSync(path.join(ROOT, FOLDER), { recursive: true });
  for (const [name, text] of wrong) writeFileSync(path.join(ROOT, FOLDER, name), text);
}

function readFile(name) {
  try {
    return readFileSync(path.join(ROOT, FOLDER, name), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
