import { OperatorError } from '../command-line/command-line.js';
import { readTime } from './read-time.js';

describe('a time on the command line', () => {
  it.each([
    ['2026-11-21T00:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T01:30+01:00', '2026-11-21T00:30:00.000Z'],
    ['2026-11-21T00:00:00.999Z', '2026-11-21T00:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(readTime(text).toISOString()).toBe(expected);
  });

  it.each(['', 'tomorrow', '2026-11-21', '2026-11-21T00:00:00', '2026-13-01T00:00:00Z', '1763683200'])(
    'refuses %j',
    (text) => {
      expect(() => readTime(text)).toThrow(OperatorError);
    },
  );
});
