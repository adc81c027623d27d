import type { IncomingMessage } from 'node:http';
import { InvalidRequestError } from '../errors/invalid-request.error.js';

const NAME = 'X-Min-Block';

/** Longer than any block's number: a longer text is not read. */
const BLOCK = /^\d{1,16}$/;

/** The block that a request wants to be served at, or later; null without one. @throws InvalidRequestError when it is no block */
export function readMinBlock({ headers }: IncomingMessage): bigint | null {
  const text = headers['x-min-block'];
  if (text === undefined) return null;
  if (typeof text !== 'string' || !BLOCK.test(text))
    throw new InvalidRequestError([{ path: NAME, message: 'must be a block number of at most 16 digits' }]);
  return BigInt(text);
}

/** The message for a block that is not to be expected soon. */
export function refuseMinBlock(known: bigint): InvalidRequestError {
  const message = `is more than two blocks above the last one, ${known}`;
  return new InvalidRequestError([{ path: NAME, message }], 'block_not_known');
}
