import { readBuilderName, readLimit } from './read-builder.js';

describe('a builder on the command line', () => {
  it('has a name that a counter can carry', () => {
    expect(readBuilderName('acme-widgets')).toBe('acme-widgets');
    for (const text of ['', 'Acme', '-acme', 'acme:1', 'a'.repeat(65)]) {
      expect(() => readBuilderName(text)).toThrow('<name> must be');
    }
  });

  it('has a budget above nothing', () => {
    expect(readLimit('1')).toBe(1);
    expect(readLimit('9999999')).toBe(9_999_999);
    for (const text of ['', '0', '-1', '1.5', '1e3', '10000000', 'many']) {
      expect(() => readLimit(text)).toThrow('a budget must be');
    }
  });
});
