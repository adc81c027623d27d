import { clip } from '@slipway/domain';
import { foldCase } from './fold-case.js';
import { toPrototype, toSkeleton } from './skeleton.js';

/** Accents on letters of alphabets where they make no other word of a name for who reads it in passing. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}])[\p{Mn}\p{Me}]+/gu;

/**
 * Characters that a key has at most, and that are read of a text. PostgreSQL indexes at most 2,704 bytes. Hostile text grows
 * tenfold when it is decomposed. To put a long run of marks in order takes the square of its length.
 */
const MAX_KEY_LENGTH = 400;

/** A fold of a fold may fold further (a letter that looks like M, which in small looks like rn): never more than this. */
const MAX_ROUNDS = 6;

/**
 * **The** comparison key of names: two names are the same when their keys are. Width, case, accents, spacing and invisible
 * characters tell no names apart. Letters that look alike do not either (NFKC, full case folding, UTS #39 skeleton). Folding a
 * key again changes nothing. For comparing only: `m` becomes `rn`.
 */
export function foldName(name: string): string {
  let key = name;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = foldOnce(key);
    if (next === key) break;
    key = next;
  }
  return key;
}

/** The comparison key of symbols. They are read in capitals, so that `RN` is not taken for `M`, but `0` is for `O`. */
export function foldSymbol(symbol: string): string {
  const capitals = clipKey(clean(symbol).toUpperCase().normalize('NFKC'));
  return clipKey(withoutAccents(toSkeleton(capitals)).replaceAll(/\s+/gu, ''));
}

/** A name as it looks when it is written just so: `PayPaI` with a capital i looks like `PayPal`, in small it does not. */
export function toNameSkeleton(name: string): string {
  return clipKey(toSkeleton(clean(name)));
}

/**
 * The keys that a new name must not find taken. One is its own. The other is what a reader of Latin makes of its foreign
 * capitals: Cyrillic В read as B, though small в is no b.
 */
export function nameKeys(name: string): string[] {
  return [...new Set([foldName(name), foldName(readAsLatin(clean(name)))])];
}

function foldOnce(text: string): string {
  return clipKey(withoutAccents(toSkeleton(foldCase(clean(text)))));
}

/** Compatibility forms, spacing, controls, lone surrogates: no difference between names, whatever they look like. */
function clean(text: string): string {
  return clipKey(clipKey(text).toWellFormed().normalize('NFKC'))
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}

function withoutAccents(decomposed: string): string {
  return decomposed.replaceAll(ACCENTS, '$1');
}

function readAsLatin(text: string): string {
  return text.replaceAll(/(?!\p{Script=Latin})\p{L}/gu, (letter) => {
    const prototype = toPrototype(letter);
    if (!/^[A-Za-z]$/.test(prototype)) return letter;
    // Skeletons take I for l; a foreign capital that looks so is read as the capital.
    return prototype === 'l' && /\p{Lu}/u.test(letter) ? 'I' : prototype;
  });
}

function clipKey(key: string): string {
  return clip(key, MAX_KEY_LENGTH);
}
