import fc from 'fast-check';
import { foldName } from './fold-name.js';
import { keyDistance, nameNeighbours } from './name-neighbours.js';

const nameDistance = (one: string, other: string) => keyDistance(foldName(one), foldName(other));

describe('keyDistance', () => {
  it.each([
    ['Pocket Atlas', 'Pocket-Atlas', 0],
    ['Pocket Atlas', 'PocketAtlas!', 0],
    ['Pocket Atlas', 'Pocket Atla', 1],
    ['Pocket Atlas', 'Pocket Attlas', 1],
    ['Pocket Atlas', 'Pocket Atlaz', 2],
    ['Pocket Atlas', 'Pocket Altas', 2],
    ['Summer', 'Sunmer', 2],
    ['Pocket Atlas', 'Packet Atlaz', null],
    ['Pocket Atlas', 'Pocket', null],
    ['abcd', 'abce', 2],
    ['abc', 'abd', null],
    ['A-B', 'AB', 0],
    ['🦊', '🐺', null],
  ])('of %j and %j is %j', (one, other, distance) => {
    expect(nameDistance(one, other)).toBe(distance);
    expect(nameDistance(other, one)).toBe(distance);
  });
});

describe('names one letter apart', () => {
  /** What similar means, spelled out: at most one letter left out of each makes them the same. */
  const meet = (one: string, other: string): boolean => {
    const shorter = (text: string): string[] => [
      text,
      ...Array.from(text, (_, index) => text.slice(0, index) + text.slice(index + 1)),
    ];
    const others = new Set(shorter(other));
    return shorter(one).some((text) => others.has(text));
  };

  it('are found as the definition says', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(nameDistance(one, other) !== null).toBe(meet(one, other));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('nameNeighbours', () => {
  it('meet whenever two names are similar', () => {
    const letter = fc.constantFrom(...Array.from('abm rn-日'));
    const letters = fc.array(letter, { minLength: 2, maxLength: 8 });
    const slip = fc.tuple(fc.nat(7), fc.nat(1), fc.array(letter, { maxLength: 1 }));
    let similar = 0;
    fc.assert(
      fc.property(letters, slip, (one, [at, removed, added]) => {
        const other = one.toSpliced(at, removed, ...added);
        if (nameDistance(one.join(''), other.join('')) === null) return;
        similar += 1;
        const hashes = new Set(nameNeighbours(other.join('')));
        expect(nameNeighbours(one.join('')).some((hash) => hashes.has(hash))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(similar).toBeGreaterThan(500);
  });

  it('are 32-bit integers, few, and none for a name without letters', () => {
    expect(nameNeighbours('🦊')).toEqual([]);
    expect(nameNeighbours('x'.repeat(65))).toEqual([]);
    const hashes = nameNeighbours('Pocket Atlas');
    expect(hashes).toHaveLength(12);
    for (const hash of hashes) expect(hash | 0).toBe(hash);
  });
});
