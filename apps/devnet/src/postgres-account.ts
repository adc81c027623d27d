import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Unix account that a child process runs as; empty means ours. */
export interface ProcessAccount {
  readonly uid?: number;
  readonly gid?: number;
}

const ACCOUNT = 'postgres';

/**
 * PostgreSQL refuses to run as root. As root it runs as user `postgres`, which is made when it is missing;
 * as anybody else it runs as that user.
 */
export async function postgresAccount(): Promise<ProcessAccount> {
  if (process.getuid?.() !== 0) return {};
  const existing = await findAccount();
  if (existing !== null) return existing;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT]);
  } catch (cause) {
    throw new Error(
      `PostgreSQL refuses to run as root, and the user ${ACCOUNT} could not be created: start as an ordinary user`,
      { cause },
    );
  }
  const created = await findAccount();
  if (created === null) throw new Error(`the user ${ACCOUNT} was created but cannot be found`);
  return created;
}

async function findAccount(): Promise<Required<ProcessAccount> | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', ACCOUNT]), run('id', ['-g', ACCOUNT])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` fails exactly when there is no such user; every other trouble shows again at useradd.
    return null;
  }
}
