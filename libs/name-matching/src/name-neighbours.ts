import { foldName } from './fold-name.js';

/** Shorter names have too many others one letter away, longer ones are no honest name. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 64;

/** How far a similar name is: punctuation and spacing alone; a letter more or less; a letter other or elsewhere. */
export type NameDistance = 0 | 1 | 2;

/** A key's letters and digits. The skeleton's `rn` is put back to `m`, so that one wrong letter is one letter. */
function lettersOf(key: string): string[] {
  const letters = key.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return Array.from(letters.replaceAll('rn', 'm'));
}

/**
 * A name's neighbourhood as 32-bit hashes: its letters, and its letters with one left out, each. Names whose
 * neighbourhoods meet may be similar; all that are, do meet. One index look-up finds them among any number of names.
 */
export function nameNeighbours(name: string): number[] {
  const letters = lettersOf(foldName(name));
  if (letters.length === 0 || letters.length > MAX_LENGTH) return [];
  return [...new Set([letters.join(''), ...deletionsOf(letters)].map(hash))];
}

/**
 * How similar two names are, by their keys ({@link foldName}): they become the same when at most one letter is left out
 * of each. So one letter wrong, too many, missing, swapped with its neighbour or moved is found, wherever it is. Null when
 * they are further apart. Linear in their length.
 */
export function keyDistance(key: string, otherKey: string): NameDistance | null {
  const [a, b] = [lettersOf(key), lettersOf(otherKey)];
  if (a.length === 0 || b.length === 0) return null;
  const start = commonStart(a, b);
  if (start === a.length && start === b.length) return 0;
  if (Math.min(a.length, b.length) < MIN_LENGTH || Math.max(a.length, b.length) > MAX_LENGTH) return null;
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  return differenceOf(a.slice(start, a.length - end), b.slice(start, b.length - end));
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

/** Of what two names differ in, without the letters that both begin and end with. */
function differenceOf(a: readonly string[], b: readonly string[]): NameDistance | null {
  if (a.length + b.length === 1) return 1;
  if (a.length !== b.length) return null;
  // A letter that left its place moved all between there and its new one.
  const movedUp = a.slice(1).every((letter, index) => letter === b[index]);
  const movedDown = b.slice(1).every((letter, index) => letter === a[index]);
  return movedUp || movedDown ? 2 : null;
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
