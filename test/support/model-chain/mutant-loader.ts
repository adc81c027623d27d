import { readFile } from 'node:fs/promises';
import type { LoadHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transform, type Options } from '@swc/core';
import { patched, type Mutant } from './mutants.js';

let mutant: Mutant;
let compiled: string;
let options: Options;

/** Hooks of Node's module loader: one file of `dist/` is compiled anew, from its source with a defect in it. */
export async function initialize(planted: Mutant): Promise<void> {
  mutant = planted;
  compiled = compiledPath(planted.file);
  options = JSON.parse(await readFile('.swcrc', 'utf8')) as Options;
}

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !fileURLToPath(url).endsWith(compiled)) return nextLoad(url, context);
  const source = patched(mutant, await readFile(mutant.file, 'utf8'));
  const { code } = await transform(source, { ...options, swcrc: false, sourceMaps: false });
  return { format: 'module', source: code, shortCircuit: true };
};

/** Where the build puts a source file. */
function compiledPath(file: string): string {
  const js = file.replace(/ts$/, 'js');
  return js.startsWith('libs/') ? `/${js.replace('/src/', '/dist/')}` : `/dist/${js}`;
}
