import { build, stop } from 'esbuild';

/**
 * Jest's transformer for `test/support/esm/*.mjs`, each of which stands for a CommonJS package that requires ES modules. Node
 * does that by itself, Jest on Node 20 cannot. The package is bundled, and its requires of other packages become imports. So it
 * meets the same Nest as everything else.
 */
export default {
  async processAsync(_source, path) {
    const { outputFiles } = await build({
      entryPoints: [path],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      plugins: [{ name: 'requires-become-imports', setup }],
    });
    // Its service is a child process, which Jest's worker would leave behind.
    await stop();
    return { code: outputFiles[0].text };
  },
};

const SHIM = 'import';

function setup({ onResolve, onLoad }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind, namespace }) => {
    if (namespace === SHIM) return { path, external: true };
    return kind === 'require-call' ? { path, namespace: SHIM } : undefined;
  });
  onLoad({ filter: /.*/, namespace: SHIM }, ({ path }) => ({
    contents: `export * from ${JSON.stringify(path)};`,
  }));
}
