import unhomoglyph from 'unhomoglyph';

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Prototypes of the letters met so far: finding one costs a search through some six thousand. */
const prototypes = new Map<string, string>();

/** More kinds of letters than the world has in use. */
const MAX_REMEMBERED = 20_000;

/**
 * The skeleton of UTS #39 (section 4, `internalSkeleton`): texts that look alike have the same one. Decomposed, without
 * invisible characters, each other character as the prototype of those that look like it. For comparing only, never to be shown.
 *
 * The prototypes are confusables.txt of Unicode 13.0 as npm's `unhomoglyph` packs it; Unicode 14.0, 15.0 and 15.1 left
 * them as they were. Right-to-left text is compared in the order it is stored in.
 */
export function toSkeleton(text: string): string {
  const visible = text.normalize('NFD').replace(IGNORABLE, '');
  return Array.from(visible, toPrototype).join('').normalize('NFD');
}

/** What a character is taken for in a skeleton: itself, unless another one looks the same. */
export function toPrototype(character: string): string {
  const known = prototypes.get(character);
  if (known !== undefined) return known;
  const prototype = unhomoglyph(character);
  if (prototypes.size >= MAX_REMEMBERED) prototypes.clear();
  prototypes.set(character, prototype);
  return prototype;
}
