import { createHash } from 'node:crypto';
import { toAddress, type Address } from '@slipway/domain';

/** An address that depends on its name alone. */
export function inventAddress(name: string): Address {
  return toAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`);
}

export const LAUNCHPAD = inventAddress('launchpad');
export const PLATFORM_TOKEN = inventAddress('platform token');
export const PRICE_FEED = inventAddress('price feed');
