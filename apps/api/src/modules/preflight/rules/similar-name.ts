import { isSameName, nameDistance } from '#names';
import { textOf } from '../candidate.js';
import type { Rule } from '../preflight.types.js';

/** Names come from strangers: what would hide or turn around the message they are quoted in is not repeated. */
const UNQUOTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}"]/gu;

/** `similar_name`: one slip away from an existing app's name, and not that name. Names the nearest, then the oldest. */
export const judgeSimilarName: Rule<'similar_name'> = (candidate, { neighbours }) => {
  const name = textOf(candidate, 'name');
  if (name === null) return [];
  const similar = neighbours
    .filter((neighbour) => !isSameName(name, neighbour))
    .map((neighbour) => ({ neighbour, distance: nameDistance(name, neighbour) ?? Infinity }))
    .filter(({ distance }) => distance < Infinity)
    .sort((one, other) => one.distance - other.distance)[0];
  if (similar === undefined) return [];
  const quoted = similar.neighbour.replaceAll(UNQUOTABLE, '\u{FFFD}');
  return [
    { code: 'similar_name', field: 'name', message: `Close to the name of an existing app: "${quoted}".` },
  ];
};
