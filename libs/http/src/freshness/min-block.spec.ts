import type { IncomingMessage } from 'node:http';
import { InvalidRequestError } from '../errors/invalid-request.error.js';
import { readMinBlock } from './min-block.js';

const requestWith = (block?: string): IncomingMessage =>
  ({ headers: block === undefined ? {} : { 'x-min-block': block } }) as unknown as IncomingMessage;

describe('readMinBlock', () => {
  it('reads a block of at most 16 digits', () => {
    expect(readMinBlock(requestWith())).toBeNull();
    expect(readMinBlock(requestWith('0'))).toBe(0n);
    expect(readMinBlock(requestWith('9'.repeat(16)))).toBe(9_999_999_999_999_999n);
  });

  it.each(['1'.repeat(17), '', '-1', '1.5', '0x7', ' 7', '7, 8'])('refuses %j', (block) => {
    expect(() => readMinBlock(requestWith(block))).toThrow(InvalidRequestError);
  });
});
