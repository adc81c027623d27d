import { transformFile } from '@swc/core';
import { mkdir, rename, writeFile } from 'node:fs/promises';
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

/** Compiles one source with swc. @throws Error with the place of what does not parse */
export async function compile(file) {
  const output = outputOf(file);
  if (output === null) return;
  const { code, map } = await transformFile(file, {
    configFile: path.join(ROOT, '.swcrc'),
    sourceFileName: path.relative(path.dirname(output), file),
  });
  await mkdir(path.dirname(output), { recursive: true });
  await replace(`${output}.map`, map);
  await replace(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
}

/** At once, by a name of this process: a program that starts meanwhile reads no half of a file, and two builds do not meet. */
async function replace(file, text) {
  const next = `${file}.${process.pid}`;
  await writeFile(next, text);
  await rename(next, file);
}
