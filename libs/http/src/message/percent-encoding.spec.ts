import fc from 'fast-check';
import { CODE_POINT } from '../../../../test/support/code-points.js';
import { cpuOf } from '../../../../test/support/cpu-of.js';
import { fill } from '../../../../test/support/dear-texts.js';
import { isDecodable } from './percent-encoding.js';

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

describe('isDecodable', () => {
  it('says what decodeURIComponent does', () => {
    const byte = fc.integer({ min: 0, max: 255 }).map((value) => `%${value.toString(16).padStart(2, '0')}`);
    const encoded = fc.string({ unit: CODE_POINT }).map((text) => encodeURIComponent(text.toWellFormed()));
    const piece = fc.oneof(
      byte,
      encoded,
      fc.constantFrom('%', '%4', 'a', '%ZZ', '%C0%80', '%ED%A0%80', '%F4%90%80%80'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        expect(isDecodable(text)).toBe(decodes(text));
        expect(isDecodable(text.toUpperCase())).toBe(decodes(text.toUpperCase()));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['%', '%41', '%F0%9F%91%A8', '%ff', 'a'])('takes little of the CPU for 15 KB of %s', (text) => {
    expect(cpuOf(() => isDecodable(fill(text, 15_000)))).toBeLessThan(20);
  });
});
