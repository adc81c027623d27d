import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@slipway/database';

/** Applies the migrations whose names come before one: the state of an older version. */
export async function migrateUpTo(databaseUrl: string, before: string): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 'slipway-older-'));
  try {
    await mkdir(path.join(root, 'prisma/migrations'), { recursive: true });
    await cp('prisma/schema.prisma', path.join(root, 'prisma/schema.prisma'));
    for (const name of await readdir('prisma/migrations')) {
      const [from, to] = [path.join('prisma/migrations', name), path.join(root, 'prisma/migrations', name)];
      if (name < before || name === 'migration_lock.toml') await cp(from, to, { recursive: true });
    }
    await migrate(databaseUrl, root);
  } finally {
    await rm(root, { recursive: true });
  }
}
