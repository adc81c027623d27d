import { transformFile } from '@swc/core';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');

/** Where a source compiles to, as an absolute path; null for what is not compiled by itself: specs, types, pages of the browser. */
export function outputOf(file) {
  const relative = path.relative(ROOT, file);
  if (!/[.]m?[jt]s$/.test(file) || /[.]([a-z0-9]+-)?spec[.]ts$|[.]d[.]ts$/.test(file)) return null;
  if (/^apps[/](web|api[/](docs|embed)-page)[/]/.test(relative)) return null;
  const [, library, source] = /^libs[/]([^/]+)[/]src[/](.*)$/.exec(relative) ?? [];
  const output =
    library === undefined ? path.join('dist', relative) : path.join('libs', library, 'dist', source);
  return path.join(ROOT, output).replace(/[.]ts$/, '.js');
}

/** What tells whether a source changed. */
export async function stampOf(file) {
  const { mtimeMs, size } = await stat(file);
  return `${mtimeMs} ${size}`;
}

/**
 * Compiles one source with swc; again, when it was saved meanwhile: of two that compile it, the last to write has read the last save.
 *
 * @param isSaved writes what has not changed too: a save starts the programs of `npm run dev` again
 * @returns the stamp of what was compiled
 * @throws Error with the place of what does not parse
 */
export async function compile(file, isSaved = false) {
  const output = outputOf(file);
  if (output === null) return '';
  for (let stamp = await stampOf(file); ;) {
    const failure = await write(file, output, isSaved).catch((error) => error);
    const now = await stampOf(file);
    if (now === stamp && failure !== undefined) throw failure;
    if (now === stamp) return stamp;
    stamp = now;
  }
}

async function write(file, output, isSaved) {
  const { code, map } = await transformFile(file, {
    configFile: path.join(ROOT, '.swcrc'),
    sourceFileName: path.relative(path.dirname(output), file),
  });
  await mkdir(path.dirname(output), { recursive: true });
  await replace(`${output}.map`, map, isSaved);
  await replace(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`, isSaved);
}

/** At once, so that a program that starts meanwhile reads no half of a file. What does not change stays, so that a build has `npm run dev` start nothing again. */
export async function replace(file, text, evenSame = false) {
  if (!evenSame && existsSync(file) && (await readFile(file, 'utf8')) === text) return;
  const next = `${file}.${randomUUID()}.next`;
  try {
    await writeFile(next, text);
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
