import {
  foldName,
  foldSymbol,
  nameKeys,
  nameNeighbours,
  nameTypos,
  toNameSkeleton,
} from '@slipway/name-matching';

/** An address, or the start of one. Fewer digits are shared by too many. */
const START_OF_ADDRESS = /^0x[0-9a-f]{6,40}$/i;

/** Characters of `0x` and 40 digits. */
const ADDRESS_LENGTH = 42;

/** A text in the forms that apps are compared by. */
export interface SearchKeys {
  /** The first and the last address that begin like the text; null when it is no start of one. */
  readonly addresses: readonly [first: string, last: string] | null;
  readonly symbolKey: string;
  readonly nameKey: string;
  /** All keys that make a name the same. */
  readonly nameKeys: readonly string[];
  readonly nameSkeleton: string;
  /** The neighbourhood of the name, its own hash first. */
  readonly neighbours: readonly number[];
  /** What the text may have been meant as, when it is mistyped. */
  readonly typos: readonly string[];
  /** The text in small letters as they are written: `m` and `rn` are told apart. */
  readonly written: string;
}

/** @param text of at most 64 characters */
export function toSearchKeys(text: string): SearchKeys {
  return {
    addresses: addressesFrom(text.trim()),
    symbolKey: foldSymbol(text),
    nameKey: foldName(text),
    nameKeys: nameKeys(text).filter((key) => key !== ''),
    nameSkeleton: toNameSkeleton(text),
    neighbours: nameNeighbours(text),
    typos: nameTypos(text),
    written: text.trim().toLowerCase(),
  };
}

function addressesFrom(text: string): SearchKeys['addresses'] {
  if (!START_OF_ADDRESS.test(text)) return null;
  return [text.padEnd(ADDRESS_LENGTH, '0'), text.padEnd(ADDRESS_LENGTH, 'f')];
}
