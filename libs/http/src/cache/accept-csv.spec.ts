import fc from 'fast-check';
import { prefersCsv } from './accept-csv.js';

const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

describe('prefersCsv', () => {
  it.each([
    'text/csv',
    'TEXT/CSV',
    'text/csv; charset=utf-8',
    'text/csv;header=present;charset=UTF-8',
    'text/*',
    'text/csv, application/json',
    'text/csv, */*;q=0.1',
    'application/json;q=0.5, text/csv;q=0.9',
    'application/json;q=0, text/*;q=0.1',
    'text/plain, text/csv;q=0.2',
  ])('%s is CSV', (accept) => {
    expect(prefersCsv(accept)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    '*',
    'application/json',
    CHROME,
    'application/json, text/plain, */*',
    'application/json;q=0.5, */*',
    'application/json, text/csv',
    'text/csv;q=0.5, application/json',
    'text/csv;q=0.5, */*',
    'text/csv;q=0',
    'text/csv;q=x',
    'text/csv;header=absent',
    'text/csvx, nottext/csv',
    'text',
    `text/csv, ${'a/b,'.repeat(300)}`,
  ])('%s is JSON', (accept) => {
    expect(prefersCsv(accept)).toBe(false);
  });

  it('takes any text', () => {
    const parts = fc.constantFrom(
      'text/csv',
      'text/*',
      '*/*',
      ';',
      ',',
      '"',
      '=',
      'q=',
      '0.5',
      '\\',
      ' ',
      'é',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((words) => words.join('')),
    );
    fc.assert(fc.property(texts, (accept) => typeof prefersCsv(accept) === 'boolean'));
  });
});
