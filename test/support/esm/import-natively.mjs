import { register } from 'node:module';

/** The last import that began. */
let last = Promise.resolve();

/**
 * What Node.js itself imports, once a worker, outside of the suites' own modules. One at a time: a CommonJS package that requires a
 * module which another import is about to load would fail.
 *
 * @param {string} url of a file
 */
export function importNatively(url) {
  if (url.endsWith('.ts')) registerHooks();
  const begin = () => import(url);
  return (last = last.then(begin, begin));
}

let areRegistered = false;

/** For sources: `dist/` needs none. */
function registerHooks() {
  if (!areRegistered) register('./source-hooks.mjs', import.meta.url);
  areRegistered = true;
}
