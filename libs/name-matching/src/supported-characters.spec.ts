import { hasOnlySeenCharacters, mixesAlphabets } from './supported-characters.js';

/** Names that honest people give. */
const HONEST = [
  'Pocket Atlas',
  'Café Zürich №5',
  'ポケット地図',
  '東京タワー',
  'خريطة الجيب',
  'می\u200cخواهم',
  'नमस्ते दुनिया',
  'क्\u200dष',
  'ශ්\u200dරී ලංකා',
  'Весна',
  'Ελληνικά',
  'שלום',
  'ไทย',
  '한국어',
  '👨\u200d👩\u200d👧\u200d👦',
  '👩🏽\u200d🚀 Space',
  '❤\ufe0f',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '1\ufe0f\u20e3 First',
  '🏳\ufe0f\u200d🌈',
  '🇨🇭 Alps',
];

describe('hasOnlySeenCharacters', () => {
  it.each(HONEST)('passes %s', (name) => {
    expect(hasOnlySeenCharacters(name)).toBe(true);
    expect(mixesAlphabets(name)).toBe(false);
  });

  it.each([
    ['a tab', 'a\tb'],
    ['a line', 'ABC\n'],
    ['NUL', 'a\0b'],
    ['C1', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['right-to-left override', 'abc\u202etxt'],
    ['left-to-right mark', 'a\u200eb'],
    ['Arabic letter mark', 'a\u061cb'],
    ['isolate', '\u2066a\u2069'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\ude00a'],
    ['zero-width space', 'a\u200bb'],
    ['byte order mark', '\ufeffab'],
    ['word joiner', 'a\u2060b'],
    ['soft hyphen', 'a\u00adb'],
    ['grapheme joiner', 'a\u034fb'],
    ['Hangul filler', 'a\u3164b'],
    ['hidden tags', 'a\u{e0061}\u{e0062}'],
    ['a flag of nowhere', '🏴\u{e0078}\u{e007f}'],
    ['a variation selector on a letter', 'a\ufe0f'],
    ['a joiner between Latin letters', 'a\u200db'],
    ['a non-joiner between Latin letters', 'a\u200cb'],
    ['a joiner alone', '\u200d'],
    ['a joiner between emoji and letter', '👩\u200da'],
    ['a non-joiner between emoji', '👩\u200c👧'],
    ['a joiner after a Hindi letter without virama', 'क\u200dष'],
    ['a non-joiner after a letter that does not join', 'ا\u200cم'],
  ])('refuses %s', (_what, name) => {
    expect(hasOnlySeenCharacters(name)).toBe(false);
  });
});

describe('mixesAlphabets', () => {
  it.each(['Slipwаy', 'Αlpha', 'Ａтом', 'ЖABA', '𝐀том'])('refuses %s', (name) => {
    expect(mixesAlphabets(name)).toBe(true);
  });

  it.each(['Весна 2026', 'Слон & Ωμέγα', 'Tokyo 東京', 'Alpha'])('passes %s', (name) => {
    expect(mixesAlphabets(name)).toBe(false);
  });
});
