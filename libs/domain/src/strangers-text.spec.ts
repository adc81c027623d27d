import fc from 'fast-check';
import { CODE_POINT } from '../../../test/support/code-points.js';
import { showStrangersText } from './strangers-text.js';

describe('showStrangersText', () => {
  it.each([
    ['Harbor Lights', 'Harbor Lights'],
    ['東京 Ελληνικά हिन्दी 🦊', '東京 Ελληνικά हिन्दी 🦊'],
    ['a\u{E0001}\u{E0041}b', 'a\ufffd\ufffdb'],
    ['a\u202eb\u2066c\u200fd', 'a\ufffdb\ufffdc\ufffdd'],
    ['a\u200bb\u200cc\u200dd\u2060e\ufeff', 'a\ufffdb\ufffdc\ufffdd\ufffde\ufffd'],
    ['a\0b\nc\u2028d\u0085', 'a\ufffdb\ufffdc\ufffdd\ufffd'],
    ['\ud800a', '\ufffda'],
    ['\u3164\u115f\u00ad\u034f', '\ufffd\ufffd\ufffd\ufffd'],
  ])('shows %j as %j', (text, shown) => {
    expect(showStrangersText(text, 64)).toBe(shown);
  });

  it('clips to whole characters, and leaves nothing that is not seen', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 200 }), (text) => {
        const shown = showStrangersText(text, 64);
        expect(Array.from(shown).length).toBe(Math.min(64, Array.from(text).length));
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u);
      }),
    );
  });
});
