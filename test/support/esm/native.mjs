import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { importNatively } from './import-natively.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Jest's transformer for what suites test: a suite gets the module that Node.js imported, once a worker, from `dist/` or from the
 * source. Jest would compile, link and evaluate some 1,100 files for each suite. `environment.mjs` has the other half.
 */
export default {
  // The code is the key: what a file exports may depend on other files.
  getCacheKeyAsync: (_source, file, { transformerConfig }) => render(file, transformerConfig),
  processAsync: async (_source, file, { transformerConfig }) => ({
    code: await render(file, transformerConfig),
  }),
};

async function render(file, { isBuilt }) {
  const { href } = pathToFileURL(isBuilt ? builtFileOf(file) : file);
  // Newer versions of Node.js add `module.exports` to the names of a CommonJS module.
  const names = Object.keys(await importNatively(href)).filter((name) => name !== 'module.exports');
  const exports = names.map((name) =>
    name === 'default' ? 'export default native.default;' : `export const ${name} = native.${name};`,
  );
  return [`const native = await importNatively('${href}');`, ...exports].join('\n');
}

/** What `npm run build` makes of a source of ours; other files are what they are. */
function builtFileOf(file) {
  const [, app, lib] = /^apps\/(.*)\.ts$|^libs\/(.*)\.ts$/.exec(path.relative(ROOT, file)) ?? [];
  if (app !== undefined) return path.join(ROOT, 'dist/apps', `${app}.js`);
  if (lib !== undefined) return path.join(ROOT, 'libs', `${lib.replace('/src/', '/dist/')}.js`);
  return file;
}
