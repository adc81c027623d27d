import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readSources, relatedSuites } from './related-suites.mjs';
import { RINGS, ringOf } from './rings.mjs';

/**
 * `npm run test:changed [-- REVISION]`: the suites that the change since the revision (main) can have broken, uncommitted files included,
 * in rings: unit suites beside the changed files within seconds, then all others, the quick kinds first. The first red ring ends it.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const [revision = 'main'] = process.argv.slice(2);

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '');
const npm = (...args) =>
  spawnSync('npm', ['run', '--silent', ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;

const changed = [
  ...git('diff', '--name-only', '-z', '--merge-base', revision),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
];

const beside = suitesBeside(changed);
runRing('beside the changed files', beside);
const suites = relatedSuites(await readSources(ROOT), changed).filter((suite) => !beside.includes(suite));
console.log(`${changed.length} files changed, ${suites.length} further suites use them`);
let isBuilt = false;
for (const ring of RINGS) {
  const inRing = suites.filter((suite) => ringOf(suite) === ring);
  if (inRing.length === 0) continue;
  if (ring !== 'unit' && !isBuilt) {
    endUnless(npm('build'), 'build');
    isBuilt = true;
  }
  runRing(ring, inRing);
}

/** Unit suites in the folders of changed sources: they need no build, and no graph of imports. */
function suitesBeside(files) {
  const folders = new Set(
    files.filter((file) => /[.][mc]?tsx?$/.test(file)).map((file) => path.dirname(file)),
  );
  return [...folders]
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) => readdirSync(path.join(ROOT, folder)).map((name) => path.posix.join(folder, name)))
    .filter((file) => ringOf(file) === 'unit' && !file.startsWith('test/'));
}

function runRing(name, inRing) {
  if (inRing.length === 0) return;
  console.log(`\n== ${name}: ${inRing.length} suites`);
  endUnless(npm('jest', '--', '--runTestsByPath', ...inRing), name);
}

function endUnless(status, name) {
  if (status === 0) return;
  console.log(`\nred: ${name}. Later rings were not run.`);
  process.exit(status);
}
