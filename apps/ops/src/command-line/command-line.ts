import { parseAddress, type Address } from '@slipway/domain';

/** A mistake in what the operator asked for: one line, no stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** An address given on the command line, in EIP-55. */
export function readAddress(text: string): Address {
  const address = parseAddress(text);
  if (address === null) throw new OperatorError(`not an address: ${JSON.stringify(text.slice(0, 64))}`);
  return address;
}

/** Why an operator decides something. */
export function readReason(text: string): string {
  if (text.trim() === '') throw new OperatorError('--reason must not be empty');
  return text;
}
