import { readWord } from './read-word.js';

describe('readWord', () => {
  it('takes words that a launch could have, and no others', () => {
    expect(readWord('Acme', false)).toEqual({ kind: 'name', word: 'Acme' });
    expect(readWord('ACME', true)).toEqual({ kind: 'symbol', word: 'ACME' });
    for (const [text, isSymbol] of [
      ['', false],
      ['x'.repeat(33), false],
      ['\u200b', false],
      ['acme', true],
    ] as const) {
      expect(() => readWord(text, isSymbol)).toThrow('no launch could have');
    }
  });
});
