import { foldName } from './fold-name.js';
import { nameTypos } from './name-typos.js';

describe('nameTypos', () => {
  it.each([
    ['a letter missing', 'Pocet', 'Pocket'],
    ['a letter doubled', 'Pockket', 'Pocket'],
    ['two swapped', 'Pokcet', 'Pocket'],
    ['a wrong letter', 'Pucket', 'Pocket'],
    ['a wrong first letter', 'Gocket', 'Pocket'],
    ['m for another letter', 'Loon', 'Loom'],
    ['another letter for m', 'Leom', 'Loom'],
    ['a digit', 'Area 41', 'Area 51'],
    ['a letter missing in a short word', 'fx', 'fox'],
    ['a letter of another script', 'Весма', 'Весна'],
  ])('has what was meant by %s', (_, typed, meant) => {
    expect(nameTypos(typed)).toContain(foldName(meant));
  });

  it.each(['', 'a', '--', '🦊', 'x'.repeat(21), 'ﷺ'.repeat(64)])('has nothing for %j', (text) => {
    expect(nameTypos(text)).toEqual([]);
  });

  it('has a bounded number of keys, each once, and not the text itself', () => {
    for (const text of ['abcdefghijklmnopqrst', 'mmmmmmmmmmmmmmmmmmmm', 'a2б4ω6789012345678zя']) {
      const keys = nameTypos(text);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain(foldName(text));
      expect(keys.length).toBeLessThan(1_600);
    }
  });
});
