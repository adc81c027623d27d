import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { refusedChanges } from './accepted-changes.js';
import { findBreakingChanges, type Description } from './find-breaking-changes.js';

const OPENAPI_PATH = 'apps/api/openapi.json';
const git = promisify(execFile);

/**
 * Compares the description in the work tree with an older one in git. By default that is of the commit where this branch left
 * `origin/main`. Where that is the same commit, it is of the one before. Changes that were accepted (accepted-changes.ts) are let
 * through.
 */
async function main(revision: string | undefined): Promise<string> {
  const base = revision ?? (await findBase());
  const older = base === null ? null : await readAt(base);
  if (base === null || older === null) return 'no older description to compare with';
  const now = JSON.parse(await readFile(OPENAPI_PATH, 'utf8')) as Description;
  const changes = refusedChanges(findBreakingChanges(JSON.parse(older) as Description, now));
  if (changes.length > 0) {
    throw new Error(
      `stable operations would break for their clients:\n${changes.map((line) => `- ${line}`).join('\n')}`,
    );
  }
  return `no breaking change to a stable operation since ${base.slice(0, 12)}`;
}

async function findBase(): Promise<string | null> {
  const head = await run('rev-parse', 'HEAD');
  const base = await run('merge-base', 'HEAD', 'origin/main');
  return base === null || base === head ? await run('rev-parse', 'HEAD~1') : base;
}

async function readAt(revision: string): Promise<string | null> {
  return run('show', `${revision}:${OPENAPI_PATH}`);
}

/** What git prints, or null when it cannot: no such commit or file, or a clone without history. */
async function run(...parameters: string[]): Promise<string | null> {
  try {
    const { stdout } = await git('git', parameters, { maxBuffer: 64 * 1_024 * 1_024 });
    return stdout.trim();
  } catch {
    return null;
  }
}

main(process.argv[2]).then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
