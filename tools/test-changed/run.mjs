import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { readSources, relatedSuites } from './related-suites.mjs';

/**
 * `npm run test:changed [-- REVISION]`: the suites that the change since the revision (main) can have broken,
 * uncommitted files included.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const [revision = 'main'] = process.argv.slice(2);

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '');
const npm = (...args) => spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;

const changed = [
  ...git('diff', '--name-only', '-z', '--merge-base', revision),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
];
const suites = relatedSuites(await readSources(ROOT), changed);
console.log(`${changed.length} files changed, ${suites.length} suites use them`);
if (suites.length > 0) {
  const built = npm('run', '--silent', 'build');
  process.exitCode =
    built === 0 ? npm('run', '--silent', 'jest', '--', '--runTestsByPath', ...suites) : built;
}
