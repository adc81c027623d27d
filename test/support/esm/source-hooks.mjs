import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/**
 * Hooks with which Node.js imports our TypeScript sources, as `npm run build` would compile them. Sources import sources. The
 * same worker may import `dist/` for other suites: `dist/` imports `dist/`.
 */

const RELATIVE_JS = /^\.{1,2}\/.*\.js$/;

export async function resolve(specifier, context, nextResolve) {
  if (context.parentURL?.endsWith('.ts') !== true) return nextResolve(specifier, context);
  const source = RELATIVE_JS.test(specifier) ? specifier.replace(/js$/, 'ts') : specifier;
  return nextResolve(source, { ...context, conditions: [...context.conditions, 'slipway-source'] });
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
