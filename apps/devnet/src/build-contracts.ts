import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ARTIFACTS_FOLDER } from './contracts/artifact.js';
import { compileContracts } from './contracts/compile-contracts.js';
import { renderContracts } from './contracts/render-contracts.js';
import { projectRoot } from './files/project-root.js';

/**
 * `node build-contracts.js` compiles the contracts and writes artifacts and typed ABIs. With `--check` it writes nothing. It
 * fails, with one line a file, when the committed files are not what the sources compile to.
 */
function main(root: string, check: boolean): number {
  const files = renderContracts(compileContracts(join(root, 'apps/devnet/contracts')));
  const folder = join(root, ARTIFACTS_FOLDER);
  const present = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => `${ARTIFACTS_FOLDER}/${file}`)
    : [];
  // Artifacts of contracts that are gone.
  const stale = present.filter((path) => !files.has(path));
  const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  const wrong = [...files].filter(([path, text]) => read(join(root, path)) !== text);
  if (check) {
    for (const [path] of wrong) console.error(`${path}: not what the sources compile to`);
    for (const path of stale) console.error(`${path}: no source makes it`);
    if (wrong.length + stale.length === 0) return 0;
    console.error('run `npm run write -- contracts` and commit the result');
    return 1;
  }
  for (const path of stale) rmSync(join(root, path));
  for (const [path, text] of wrong) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return 0;
}

process.exitCode = main(projectRoot(), process.argv.includes('--check'));
