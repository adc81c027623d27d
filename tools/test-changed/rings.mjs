/** Kinds of suites, the quickest first. */
export const RINGS = ['unit', 'contract and int', 'chain, e2e and the rest'];

/** The ring of a suite; undefined for other files. */
export function ringOf(file) {
  if (file.startsWith('test/contract/') && file.endsWith('.spec.ts')) return RINGS[1];
  if (/[.]int-spec[.]ts$/.test(file)) return RINGS[1];
  if (/[^.]+[.]spec[.]ts$/.test(file)) return RINGS[0];
  return /-spec[.]ts$/.test(file) ? RINGS[2] : undefined;
}
