import tr46 from 'tr46';

/** Emoji and the sequences they join to (UTS #51): families, flags of parts of a country, keycaps. */
const PICTURE = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\u{FE0E}\\u{FE0F}])?';
const COUNTRY_PARTS = ['gbeng', 'gbsct', 'gbwls'].map(toTags).join('|');
const EMOJI = new RegExp(
  `\\u{1F3F4}(?:${COUNTRY_PARTS})\\u{E007F}|${PICTURE}(?:\\u{200D}${PICTURE})*|[0-9#*]\\u{FE0F}\\u{20E3}`,
  'gu',
);

const JOINERS = /[\u{200C}\u{200D}]/u;

/** What carries joiners in writing: letters and their marks, without a gap. */
const WORDS = /[\p{L}\p{M}\u{200C}\u{200D}]+/gu;

/** Controls, line separators, and everything that is there but not seen. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FFF9}-\u{FFFB}]|(?![\u{200C}\u{200D}])\p{Default_Ignorable_Code_Point}/u;

/**
 * Whether a launch's name has only characters that a reader sees (docs/http-contract.md section 3, Preflight). The two joiners are seen in
 * what they do: within emoji, and where RFC 5892 (appendix A.1, A.2) has a use for them. Examples are Persian می‌خواهم and
 * Sinhala ශ්‍රී.
 */
export function hasOnlySeenCharacters(name: string): boolean {
  if (!name.isWellFormed()) return false;
  const text = name.replaceAll(EMOJI, ' ');
  if (UNSEEN.test(text)) return false;
  return (text.match(WORDS) ?? []).every((word) => !JOINERS.test(word) || areJoinersInPlace(word));
}

/** Whether letters of two alphabets stand together that have look-alikes in each other: Latin with Cyrillic or Greek. */
export function mixesAlphabets(name: string): boolean {
  const text = name.normalize('NFKC');
  return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
}

/** The rule of RFC 5892 is the one that domain names have, whose library knows which letters join. */
function areJoinersInPlace(word: string): boolean {
  return !tr46.toUnicode(word, { checkJoiners: true }).error;
}

function toTags(code: string): string {
  return Array.from(code, (letter) => `\\u{E00${letter.charCodeAt(0).toString(16)}}`).join('');
}
