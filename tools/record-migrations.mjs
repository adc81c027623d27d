import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A migration that landed is never edited: databases have applied it as it was. Its SHA-256 is a line of
 * prisma/migrations.sha256, which this adds for each new one (`npm run write -- migrations`). With `--check` it changes nothing. It
 * fails when a migration is not in the list, is gone or was edited. Works in the current folder.
 */
const FOLDER = 'prisma/migrations';
const LIST = 'prisma/migrations.sha256';

const recorded = new Map(
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(66), line.slice(0, 64)]),
);
const found = new Map(
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.posix.join(name, 'migration.sql'))
    .sort()
    .map((file) => [file, digest(path.join(FOLDER, file))]),
);

const mistakes = [...recorded].flatMap(([file, sha256]) => {
  const now = found.get(file) ?? null;
  if (now === sha256) return [];
  return [now === null ? `${file} landed and is gone` : `${file} landed and was edited: write a new one`];
});
const unrecorded = [...found.keys()].filter((file) => !recorded.has(file));

if (process.argv.includes('--check'))
  mistakes.push(...unrecorded.map((file) => `${file} has no line in ${LIST}: npm run write -- migrations`));

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'));
  process.exitCode = 1;
} else if (unrecorded.length > 0) {
  for (const file of unrecorded) recorded.set(file, found.get(file));
  const lines = [...recorded].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(LIST, lines.map(([file, sha256]) => `${sha256}  ${file}\n`).join(''));
}

function digest(file) {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;
}
