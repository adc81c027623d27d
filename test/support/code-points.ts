import fc from 'fast-check';

/**
 * Any Unicode code point: a unit of `fc.string`. The library's own `binary` keeps a map of the 1.1 million for shrinking. That
 * takes half a second for each suite that has it.
 */
export const CODE_POINT = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));
