import fc from 'fast-check';
import { CODE_POINT } from '../../../test/support/code-points.js';
import { cpuOf } from '../../../test/support/cpu-of.js';
import { DEAR_TEXTS } from '../../../test/support/dear-texts.js';
import { foldName, foldSymbol, nameKeys, toNameSkeleton } from './fold-name.js';
import { nameNeighbours } from './name-neighbours.js';
import { nameWords } from './name-words.js';

/** What a look-up by a candidate's keys, and by how it looks as written, finds. */
const isSameName = (candidate: string, existing: string): boolean =>
  nameKeys(candidate).includes(foldName(existing)) || toNameSkeleton(candidate) === toNameSkeleton(existing);

describe('foldName', () => {
  it.each([
    ['Slipway', 'Sliрway', 'Cyrillic р'],
    ['Slipway', 'Slіpwаy', 'Cyrillic і, а'],
    ['Slipway', 'Ѕlipway', 'Cyrillic Ѕ'],
    ['Tempo', 'Tempο', 'Greek omicron'],
    ['Tempo', 'Τempo', 'Greek Tau'],
    ['Hello', 'Ηello', 'Greek Eta'],
    ['boa', 'ВОА', 'Cyrillic capitals'],
    ['COPE', 'СОРЕ', 'Cyrillic capitals'],
    ['Slipway', 'Ｓｌｉｐｗａｙ', 'fullwidth'],
    ['Slipway', '𝕊𝕝𝕚𝕡𝕨𝕒𝕪', 'mathematical'],
    ['Slipway', 'Ⓢⓛⓘⓟⓦⓐⓨ', 'circled'],
    ['Modem', 'Modern', 'rn for m'],
    ['Modern', 'Modem', 'm for rn'],
    ['Slipway', 'Slip\u200bway', 'zero-width space'],
    ['Slipway', 'Slip\u2060way', 'word joiner'],
    ['Slipway', 'Slip\u00adway', 'soft hyphen'],
    ['Slipway', 'Slip\u034fway', 'grapheme joiner'],
    ['Slipway', 'Slip\0way', 'NUL'],
    ['Slipway', 'SLIPWAY', 'case'],
    ['Straße', 'STRASSE', 'full case folding'],
    ['ΟΔΟΣ', 'οδος', 'final sigma'],
    ['Café', 'Cafe\u0301', 'decomposed'],
    ['Slipway', 'Slípway', 'an accent'],
    ['Slipway', 'S\u0336l\u0336ipway', 'strokes'],
    ['Slipway', 'Sl\u0131pway', 'dotless i'],
    ['PayPal', 'PayPaI', 'capital I for l'],
    ['PayPal', 'PayPa1', 'digit one for l'],
    ['App Zero', 'App Zer0', 'digit nought for o'],
    ['Pocket Atlas', '  pocket \u00a0ATLAS ', 'spacing'],
    ['Весна', 'ВЕСНА', 'Cyrillic alone, case'],
  ])('finds %j taken by %j (%s)', (taken, candidate) => {
    expect(isSameName(candidate, taken)).toBe(true);
  });

  it.each([
    ['Mail', 'Mall'],
    ['MAIL', 'MALL'],
    ['Born', 'Boon'],
    ['Весна', 'Весла'],
    ['かみ', 'がみ'],
    ['東京', '東亰'],
    ['हिन्दी', 'हिन्द'],
    ['Slipway', 'Slip way'],
    ['Slipway', 'Slipway 2'],
    ['👨‍👩‍👧', '👨‍👩‍👦'],
  ])('tells %j and %j apart', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
    expect(isSameName(other, one)).toBe(false);
  });

  it('folds a key to itself, is blind to case, and fits an index', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 200 }), (text) => {
        const key = foldName(text);
        expect(foldName(key)).toBe(key);
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(1_600);
        expect(key).not.toContain('\0');
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('aàßθσςжщiİı€')) }), (text) => {
        expect(foldName(text.toUpperCase().toLowerCase())).toBe(foldName(text.toLowerCase()));
      }),
    );
  });

  it('bounds text that grows when it is decomposed', () => {
    expect(foldName('ﷺ'.repeat(128)).length).toBeLessThanOrEqual(400);
    expect(toNameSkeleton('ﷺ'.repeat(128)).length).toBeLessThanOrEqual(400);
    expect(foldSymbol('ﷺ'.repeat(128)).length).toBeLessThanOrEqual(400);
  });
});

describe.each(DEAR_TEXTS)('of %s, however long', (_what, text) => {
  it.each([
    ['foldName', foldName],
    ['toNameSkeleton', toNameSkeleton],
    ['foldSymbol', foldSymbol],
    ['nameKeys', nameKeys],
    ['nameWords', nameWords],
    ['nameNeighbours', nameNeighbours],
  ])('%s takes little of the CPU', (_name, read: (name: string) => unknown) => {
    expect(cpuOf(() => read(text))).toBeLessThan(50);
  });
});

describe('foldSymbol', () => {
  it.each([
    ['SLIP', 'slip'],
    ['SLIP', 'SL1P'],
    ['APPO', 'APP0'],
    ['ABC', 'АВС'],
    ['ABC', 'ＡＢＣ'],
    ['ABC', 'A\u200bBC\n'],
  ])('gives %j and %j one key', (one, other) => {
    expect(foldSymbol(one)).toBe(foldSymbol(other));
  });

  it.each([
    ['BURN', 'BUM'],
    ['ABC', 'ABCD'],
    ['VV', 'W'],
  ])('tells %j and %j apart', (one, other) => {
    expect(foldSymbol(one)).not.toBe(foldSymbol(other));
  });
});
