import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const OWN_TEXT = readFileSync(new URL(import.meta.url));

/** Imported by its own name: a CommonJS package that requires Node's modules, which an ES module cannot. */
const EXTERNAL = ['isows'];

/**
 * Jest's transformer for the entry files of large packages: each becomes one file. Jest compiles and links every file of a
 * package anew for each suite, some 0.3 ms each. These packages have a thousand files.
 */
export default {
  getCacheKey(_source, file) {
    const { name, version } = readPackage(file);
    return createHash('sha256').update(OWN_TEXT).update(`${name} ${version} ${file}`).digest('hex');
  },
  process(_source, file) {
    const isModule = file.endsWith('.mjs') || file.includes('/_esm/') || readPackage(file).type === 'module';
    const { outputFiles } = buildSync({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: isModule ? 'esm' : 'cjs',
      platform: 'node',
      target: 'node20',
      minifyWhitespace: true,
      legalComments: 'none',
      external: EXTERNAL,
    });
    return { code: outputFiles[0].text };
  },
};

/** The package of a file: the manifest nearest to `node_modules` that is above it. */
function readPackage(file) {
  const [, root] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
}
