import { findExcess } from './json-bounds.js';

describe('findExcess', () => {
  it.each([
    ['1', false],
    ['[[[]]]', false],
    ['[[[[]]]]', true],
    ['{"a":{"b":{}}}', false],
    ['{"a":{"b":{"c":[]}}}', true],
    ['[[],[],[],[[]]]', false],
    ['"[[[[["', false],
    ['["\\"[[[[", [[]]]', false],
    ['["\\\\", [[[]]]]', true],
    ['"unfinished [[[[', false],
  ])('%s nests deeper than 3: %s', (json, expected) => {
    expect(findExcess(Buffer.from(json), { depth: 3, commas: 9 })).toBe(expected ? 'depth' : null);
  });

  it.each([
    ['[1,2,3]', null],
    ['[1,2,3,4]', 'commas'],
    ['{"a":[1,2],"b":3,"c":4}', 'commas'],
    ['{"a":",,,,,,"}', null],
  ])('%s has more than 2 commas: %s', (json, expected) => {
    expect(findExcess(Buffer.from(json), { depth: 3, commas: 2 })).toBe(expected);
  });
});
