import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder of another release, as far as migrations know it; delete it with `remove`. */
export interface Release {
  readonly root: string;
  remove(): Promise<void>;
}

/** This release without the migrations whose names come after one: an older release. */
export function releaseUpTo(last: string): Promise<Release> {
  return makeRelease((name) => name <= last);
}

/** This release with one migration more: the next release. */
export async function releaseWith(name: string, sql: string): Promise<Release> {
  const release = await makeRelease(() => true);
  const folder = path.join(release.root, 'prisma/migrations', name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), sql);
  return release;
}

/** Names of the migrations of this release, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir('prisma/migrations')).filter((name) => /^\d/.test(name)).sort();
}

async function makeRelease(has: (migration: string) => boolean): Promise<Release> {
  const root = await mkdtemp(path.join(tmpdir(), 'slipway-release-'));
  await mkdir(path.join(root, 'prisma/migrations'), { recursive: true });
  for (const file of ['schema.prisma', 'migrations/migration_lock.toml'])
    await cp(path.join('prisma', file), path.join(root, 'prisma', file));
  for (const name of (await migrationNames()).filter(has)) {
    const folder = path.join('prisma/migrations', name);
    await cp(folder, path.join(root, folder), { recursive: true });
  }
  return { root, remove: () => rm(root, { recursive: true }) };
}
