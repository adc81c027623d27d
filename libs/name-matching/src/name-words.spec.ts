import { foldName } from './fold-name.js';
import { nameWords } from './name-words.js';

describe('nameWords', () => {
  it.each([
    ['Tidepool', []],
    ['Pocket Atlas', ['Atlas']],
    ['The Pocket Atlas', ['Pocket Atlas', 'Atlas']],
    ['Atlas_Shrugged', ['Shrugged']],
    ["O'Hara", ['Hara']],
    ['🚀 Rocket', ['Rocket']],
    ['To the 🌙', ['the 🌙', '🌙']],
    ['100% Juice', ['Juice']],
    ['Go go', ['go']],
    ['go go go', ['go go', 'go']],
    ['Красный Октябрь', ['Октябрь']],
    ['  Wide   Space ', ['Space']],
    ['', []],
    ['\u0000', []],
  ])('of %j are those after the first, with what follows each', (name, words) => {
    expect(nameWords(name)).toEqual(words.map(foldName));
  });

  it('cuts no letter from its accents, and none in half', () => {
    expect(nameWords('Ca\u0301fe de\u0301ja\u0300 𝒳 vu')).toEqual(['deja x vu', 'x vu', 'vu'].map(foldName));
  });

  it('are at most 16, however many a name has', () => {
    expect(
      nameWords(Array.from({ length: 64 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(' ')),
    ).toHaveLength(16);
  });
});
