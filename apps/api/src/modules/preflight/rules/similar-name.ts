import { foldName, keyDistance, nameKeys, toNameSkeleton } from '#names';
import { showStrangersText } from '#values';
import { textOf } from '../candidate.js';
import type { KnownName, Rule } from '../preflight.types.js';

/** More than the index keeps of a name. */
const MAX_QUOTED_LENGTH = 128;

/** `similar_name`: one slip away from an existing app's name, and not that name. Names the nearest, then the oldest. */
export const judgeSimilarName: Rule<'similar_name'> = (candidate, { neighbours }) => {
  const name = textOf(candidate, 'name');
  if (name === null || neighbours.length === 0) return [];
  const similar = findNearest(name, neighbours);
  if (similar === null) return [];
  const quoted = showStrangersText(similar.name, MAX_QUOTED_LENGTH).replaceAll('"', '\u{FFFD}');
  return [
    { code: 'similar_name', field: 'name', message: `Close to the name of an existing app: "${quoted}".` },
  ];
};

/** The candidate is folded once; its neighbours were when they were indexed. */
function findNearest(name: string, neighbours: readonly KnownName[]): KnownName | null {
  const [key, keys, skeleton] = [foldName(name), nameKeys(name), toNameSkeleton(name)];
  const [nearest] = neighbours
    .filter((known) => !keys.includes(known.key) && known.skeleton !== skeleton)
    .map((known) => ({ known, distance: keyDistance(key, known.key) ?? Infinity }))
    .filter(({ distance }) => distance < Infinity)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.known ?? null;
}
