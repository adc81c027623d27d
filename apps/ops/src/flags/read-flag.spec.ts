import { OperatorError } from '../command-line/command-line.js';
import { readFlagName, readFlagValue } from './read-flag.js';

describe('readFlagName', () => {
  it.each(['claims', 'a', 'new-checkout-2', `a${'b'.repeat(63)}`])('takes %s', (name) => {
    expect(readFlagName(name)).toBe(name);
  });

  it.each([
    undefined,
    '',
    'Claims',
    '2nd',
    '-a',
    'a b',
    'a_b',
    'claims\n',
    '__proto__',
    `a${'b'.repeat(64)}`,
  ])('refuses %j', (name) => {
    expect(() => readFlagName(name)).toThrow(OperatorError);
  });
});

describe('readFlagValue', () => {
  it('takes on and off', () => {
    expect(['on', 'off'].map(readFlagValue)).toEqual([true, false]);
  });

  it.each([undefined, '', 'true', 'ON', '1'])('refuses %j', (value) => {
    expect(() => readFlagValue(value)).toThrow(OperatorError);
  });
});
