import { seededRandom } from '../../support/market-activity.js';

const ONSETS = [
  'b',
  'br',
  'c',
  'd',
  'dr',
  'f',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'v',
  'w',
  'z',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo'];
const CODAS = ['', '', 'l', 'm', 'n', 'r', 's', 't', 'x'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export type Random = () => number;

export function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Names as apps have them: two pronounceable words, all different, the same ones for every run. */
export function* appNames(count: number): Generator<string> {
  const random = seededRandom(7);
  const seen = new Set<string>();
  while (seen.size < count) {
    const name = `${word(random)} ${word(random)}`;
    if (seen.has(name)) continue;
    seen.add(name);
    yield name;
  }
}

/** One slip of a typist: a letter wrong, missing, too many, or swapped with the next. */
export function mistype(random: Random, name: string): string {
  const letters = Array.from(name);
  const at = Math.floor(random() * (letters.length - 1));
  const other = pick(random, Array.from(LETTERS));
  const [one = '', next = ''] = letters.slice(at, at + 2);
  const slip = pick(random, [[other, next], [next], [one, other, next], [next, one]]);
  return letters.toSpliced(at, 2, ...slip).join('');
}

function word(random: Random): string {
  const syllables = 2 + Math.floor(random() * 2);
  const text = Array.from(
    { length: syllables },
    () => pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS),
  ).join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
