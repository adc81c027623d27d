import { parseAddress, type Address } from '#values';
import { OperatorError } from './operator-error.js';

/** A token given on the command line, in EIP-55. */
export function readToken(text = ''): Address {
  const token = parseAddress(text);
  if (token === null) throw new OperatorError(`not an address: ${JSON.stringify(text.slice(0, 64))}`);
  return token;
}
