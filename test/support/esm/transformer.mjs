import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { build, stop } from 'esbuild';

/**
 * Jest's transformer for `test/support/esm/*.mjs`, each of which stands for a package and is bundled with all that the
 * package consists of. There are two kinds:
 *
 * - CommonJS that requires ES modules. Node does that by itself, Jest on Node 20 cannot: requires of other packages
 *   become imports, so that the package meets the same Nest as everything else.
 * - ES modules of hundreds of files. Jest reads each of them anew for each suite; a bundle is one file.
 */
export default {
  /** A bundle is as old as the packages in it. */
  getCacheKey: (source, path) =>
    [source, path, TRANSFORMER, LOCKFILE]
      .reduce((hash, part) => hash.update(part), createHash('sha256'))
      .digest('hex'),

  async processAsync(_source, path) {
    bundling += 1;
    try {
      return { code: await bundle(path) };
    } finally {
      bundling -= 1;
      // Its service is a child process, which Jest's worker would leave behind.
      if (bundling === 0) await stop();
    }
  },
};

let bundling = 0;

const TRANSFORMER = readFileSync(new URL(import.meta.url));
const LOCKFILE = readFileSync(new URL('../../../package-lock.json', import.meta.url));

/** Chooses its file by Node's conditions: a bundle would have the browser's. */
const UNBUNDLED = ['isows', 'ws'];

const SHIM = 'import';

async function bundle(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    // "neutral" takes a package's ES modules where it has CommonJS for Node too.
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    conditions: ['es2015'],
    keepNames: true,
    minifyWhitespace: true,
    minifySyntax: true,
    external: [...builtinModules, 'node:*', ...UNBUNDLED],
    plugins: [{ name: 'requires-become-imports', setup }],
  });
  return outputFiles[0].text;
}

function setup({ onResolve, onLoad }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind, namespace }) => {
    if (namespace === SHIM) return { path, external: true };
    return kind === 'require-call' ? { path, namespace: SHIM } : undefined;
  });
  onLoad({ filter: /.*/, namespace: SHIM }, ({ path }) => ({
    contents: `export * from ${JSON.stringify(path)};`,
  }));
}
