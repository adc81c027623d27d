import { foldName } from './fold-name.js';

/** Shorter names have too many others one letter away, longer ones are nobody's honest name. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 64;

/** How far a similar name is: punctuation and spacing alone; a letter more or less; a letter other or elsewhere. */
export type NameDistance = 0 | 1 | 2;

/**
 * What similarity is judged on: the key's letters and digits. The skeleton's `rn` is put back to `m`, so that one wrong
 * letter is one letter.
 */
function toLetters(name: string): string[] {
  const letters = foldName(name).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return Array.from(letters.replaceAll('rn', 'm'));
}

/**
 * A name's neighbourhood as 32-bit hashes: its letters, and its letters with one left out, each. Names whose
 * neighbourhoods meet may be similar; all that are, do meet. One index look-up finds them among any number of names.
 */
export function nameNeighbours(name: string): number[] {
  const letters = toLetters(name);
  if (letters.length === 0 || letters.length > MAX_LENGTH) return [];
  return [...new Set([letters.join(''), ...deletionsOf(letters)].map(hash))];
}

/**
 * How similar two names are: they become the same when at most one letter is left out of each. So one letter wrong, too
 * many, missing, swapped with its neighbour or moved is found, wherever it is. Null when they are further apart.
 */
export function nameDistance(one: string, other: string): NameDistance | null {
  const [a, b] = [toLetters(one), toLetters(other)];
  if (a.length === 0 || b.length === 0) return null;
  const [whole, otherWhole] = [a.join(''), b.join('')];
  if (whole === otherWhole) return 0;
  if (Math.min(a.length, b.length) < MIN_LENGTH || Math.max(a.length, b.length) > MAX_LENGTH) return null;
  const [deletions, otherDeletions] = [new Set(deletionsOf(a)), deletionsOf(b)];
  if (deletions.has(otherWhole) || otherDeletions.includes(whole)) return 1;
  return otherDeletions.some((deletion) => deletions.has(deletion)) ? 2 : null;
}

function deletionsOf(letters: readonly string[]): string[] {
  if (letters.length < MIN_LENGTH) return [];
  return letters.map((_, index) => letters.toSpliced(index, 1).join(''));
}

/** FNV-1a over UTF-16 units, as the signed integer that PostgreSQL keeps. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}
