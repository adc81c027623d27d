import { initialsOf, plainText } from './plain-text.js';

describe("a stranger's text", () => {
  it.each([
    ['\u202eevil \u2066Moon\u200f', 'evil Moon'],
    ['a\u0000b\u001b[31mc', 'ab[31mc'],
    ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 family'],
    ['z\u0301\u0302\u0303\u0304\u0305\u0306', 'z\u0301\u0302\u0303'],
    ['\u3164\u2800 ', ''],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('%j reads %j', (text, expected) => {
    expect(plainText(text, 64)).toBe(expected);
  });

  it('is cut to characters as readers count them', () => {
    expect(plainText('W'.repeat(4_096), 10)).toBe(`${'W'.repeat(9)}…`);
    expect(plainText('👩‍👩‍👧‍👦'.repeat(5), 3)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
    expect(plainText('abc', 3)).toBe('abc');
  });

  it.each([
    ['Harbor Lights', 'HL'],
    ['moon', 'M'],
    ['🚀 to the moon', '🚀T'],
    ['<img>', 'I'],
    ['\u202e', '?'],
  ])('%j has the initials %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
