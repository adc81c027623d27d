import { exceedsDepth } from './json-depth.js';

describe('exceedsDepth', () => {
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
    expect(exceedsDepth(Buffer.from(json), 3)).toBe(expected);
  });
});
