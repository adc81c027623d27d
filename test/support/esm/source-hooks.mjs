import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/** Hooks with which Node.js imports our TypeScript sources, as `npm run build` would compile them. */

const RELATIVE_JS = /^\.{1,2}\/.*\.js$/;

export async function resolve(specifier, context, nextResolve) {
  const conditions = [...context.conditions, 'slipway-source'];
  const isOurs = context.parentURL?.endsWith('.ts') === true && RELATIVE_JS.test(specifier);
  return nextResolve(isOurs ? specifier.replace(/js$/, 'ts') : specifier, { ...context, conditions });
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
