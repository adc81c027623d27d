/** A clause that stands for a noun, as in `it ends what is open`: prose has the noun. */
export const NOUN_CLAUSE = /\bwhat\s+(is|was)\b/i;
