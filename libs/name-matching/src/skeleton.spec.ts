import fc from 'fast-check';
import { CODE_POINT } from '../../../test/support/code-points.js';
import { toSkeleton } from './skeleton.js';

/** Pairs that UTS #39 itself gives as confusable, by its section 4 and 3.1. */
const CONFUSABLE = [
  ['scope', 'ѕсоре', 'Cyrillic throughout'],
  ['paypal', 'pаypаl', 'two letters Cyrillic'],
  ['ljeto', 'ǉeto', 'a digraph'],
  ['søs', 'so̷s', 'a stroke as a combining mark'],
  ['toys-я-us', 'toys-ᴙ-us', 'a Latin letter that looks Cyrillic'],
  ['1', 'l', 'digit and letter'],
  ['I', 'l', 'capital and small'],
  ['m', 'rn', 'two letters for one'],
  ['Å', 'A\u030a', 'composed and not'],
  ['soft\u00adhyphen', 'softhyphen', 'ignorable'],
  ['zero\u200bwidth', 'zerowidth', 'ignorable'],
] as const;

describe('toSkeleton', () => {
  it.each(CONFUSABLE)('is the same for %j and %j (%s)', (one, other) => {
    expect(toSkeleton(one)).toBe(toSkeleton(other));
  });

  it.each([
    ['scope', 'score'],
    ['a', 'A'],
    ['n', 'r'],
    ['が', 'か'],
    ['क', 'ख'],
  ])('tells %j and %j apart', (one, other) => {
    expect(toSkeleton(one)).not.toBe(toSkeleton(other));
  });

  it('is the same for canonically equivalent texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), (text) => {
        expect(toSkeleton(text.normalize('NFC'))).toBe(toSkeleton(text.normalize('NFD')));
      }),
    );
  });
});
