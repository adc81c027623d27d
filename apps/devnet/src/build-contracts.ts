import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ARTIFACTS_FOLDER } from './contracts/artifact.js';
import { compileContracts } from './contracts/compile-contracts.js';
import { renderContracts } from './contracts/render-contracts.js';
import { projectRoot } from './project-root.js';

/**
 * `node build-contracts.js` compiles the contracts and writes artifacts and typed ABIs; with `--check` it writes
 * nothing and fails, with one line a file, when the committed files are not what the sources compile to.
 */
function main(root: string, check: boolean): number {
  const files = renderContracts(compileContracts(join(root, 'apps/devnet/contracts')));
  const stale = leftOver(root, files);
  if (check) {
    const wrong = [...files].filter(([path, text]) => read(join(root, path)) !== text).map(([path]) => path);
    for (const path of wrong) console.error(`${path}: not what the sources compile to`);
    for (const path of stale) console.error(`${path}: no source makes it`);
    if (wrong.length + stale.length > 0) console.error('run `npm run contracts:build` and commit the result');
    return wrong.length + stale.length > 0 ? 1 : 0;
  }
  for (const path of stale) rmSync(join(root, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return 0;
}

function read(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Artifacts of contracts that are gone. */
function leftOver(root: string, files: ReadonlyMap<string, string>): string[] {
  const folder = join(root, ARTIFACTS_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((file) => `${ARTIFACTS_FOLDER}/${file}`)
    .filter((path) => !files.has(path));
}

process.exitCode = main(projectRoot(), process.argv.includes('--check'));
