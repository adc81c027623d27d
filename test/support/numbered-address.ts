import { toAddress, type Address } from '@slipway/domain';

/** An address that is told from others by a number alone. */
export function numberedAddress(number: number): Address {
  return toAddress(`0x${number.toString(16).padStart(40, '0')}`);
}
