import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { writeCsv } from './write-csv.js';

/** What a spreadsheet would take for a formula, or for nothing before one. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

const columns = ['text', 'amount', 'figure', 'known', 'absent'];
const read = (csv: string): string[][] => parse(csv);

describe('writeCsv', () => {
  it('is a header and CRLF without rows', () => {
    expect(writeCsv([], columns)).toBe('text,amount,figure,known,absent\r\n');
  });

  it('writes values as JSON does, and nothing for what is unknown', () => {
    const row = {
      text: 'A',
      amount: '115792089237316195423570985008687907853',
      figure: -1.5e-7,
      known: false,
    };
    expect(writeCsv([row, { ...row, figure: null, known: true }], columns)).toBe(
      'text,amount,figure,known,absent\r\n' +
        'A,115792089237316195423570985008687907853,-1.5e-7,false,\r\n' +
        'A,115792089237316195423570985008687907853,,true,\r\n',
    );
  });

  it.each([
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\r\nb', '"a\r\nb"'],
    ['a\nb', '"a\nb"'],
    ['', ''],
    ['a\rb', '"a\rb"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    ['=HYPERLINK("https://x")', '"\'=HYPERLINK(""https://x"")"'],
    [' =1', ' =1'],
  ])('%j is the cell %j', (text, cell) => {
    expect(writeCsv([{ text }], ['text'])).toBe(`text\r\n${cell}\r\n`);
  });

  it('is read back by a parser as it was, whatever the texts', () => {
    const marks = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ',', '"', "'", '；', ' ');
    const text = fc.array(fc.oneof(marks, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''));
    const figure = fc.double({ noNaN: true, noDefaultInfinity: true });
    const row = fc.record({ text, figure, amount: fc.bigInt({ min: 0n }).map(String), known: fc.boolean() });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const [header, ...cells] = read(writeCsv(rows, ['text', 'amount', 'figure', 'known']));
        expect(header).toEqual(['text', 'amount', 'figure', 'known']);
        expect(cells).toEqual(
          rows.map((one) => [
            FORMULA.test(one.text) ? `'${one.text}` : one.text,
            one.amount,
            String(one.figure),
            String(one.known),
          ]),
        );
      }),
    );
  });
});
