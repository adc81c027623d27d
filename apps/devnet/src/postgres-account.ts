import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from './files.js';

const run = promisify(execFile);

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
 * PostgreSQL refuses to run as root. As root it runs as user `postgres`, which is made when it is missing;
 * as anybody else it runs as that user.
 */
export async function postgresAccount(): Promise<ProcessAccount> {
  if (process.getuid?.() !== 0) return {};
  try {
    // `id` fails exactly when there is no such user; every other trouble shows again at useradd.
    return await findAccount().catch(async () => {
      await run('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT]);
      return findAccount();
    });
  } catch (cause) {
    const advice = 'start as an ordinary user';
    throw new Error(`PostgreSQL refuses to run as root, and there is no user ${ACCOUNT}: ${advice}`, {
      cause,
    });
  }
}

async function findAccount(): Promise<ProcessAccount> {
  const [uid, gid] = await Promise.all([run('id', ['-u', ACCOUNT]), run('id', ['-g', ACCOUNT])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Whether every account may walk to this folder: each folder on the way has the execute bit for others. */
export async function isReachableByOthers(folder: string): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    // A folder that is yet to be made will be made by us, with the right mode.
    const mode = await stat(current).then(
      (found) => found.mode,
      (error: unknown) => {
        if (errorCode(error) === 'ENOENT') return OTHERS_EXECUTE;
        throw error;
      },
    );
    if ((mode & OTHERS_EXECUTE) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}
