import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** The Unix account that a child process runs as; empty means ours. */
export interface ProcessAccount {
  readonly uid?: number;
  readonly gid?: number;
}

const ACCOUNT = 'postgres';
const OTHERS_EXECUTE = 0o001;

/** Where root keeps what user `postgres` must reach. */
export const SHARED_STATE_FOLDER = '/var/lib/slipway';

/**
 * PostgreSQL refuses to run as root. As root it runs as user `postgres`, which is made when it is missing; as anyone
 * else it runs as that user.
 */
export function postgresAccount(): ProcessAccount {
  if (process.getuid?.() !== 0) return {};
  const run = (program: string, ...args: string[]): number =>
    Number(execFileSync(program, [...args, ACCOUNT], { stdio: 'pipe' }));
  const find = (): ProcessAccount => ({ uid: run('id', '-u'), gid: run('id', '-g') });
  try {
    return find();
  } catch {
    // `id` fails exactly when there is no such user; every other trouble shows again at useradd.
    try {
      run('useradd', '--system', '--user-group', '--no-create-home');
      return find();
    } catch (cause) {
      const why = `PostgreSQL refuses to run as root, and there is no user ${ACCOUNT}`;
      throw new Error(`${why}: start as an ordinary user`, { cause });
    }
  }
}

/** Whether every account may enter this folder: each folder on the way has the execute bit for others. */
export function isReachableByOthers(folder: string): boolean {
  const current = path.resolve(folder);
  // A folder that is yet to be made will be made by us, with the right mode.
  const mode = statSync(current, { throwIfNoEntry: false })?.mode ?? OTHERS_EXECUTE;
  if ((mode & OTHERS_EXECUTE) === 0) return false;
  return current === path.dirname(current) || isReachableByOthers(path.dirname(current));
}
