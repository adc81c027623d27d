import type { Protocol } from './protocol.js';
import { ramp } from './ramp/ramp.js';
import { slipway } from './slipway/slipway.js';

/** Every launchpad that can be served, by what `PROTOCOL` says. */
const PROTOCOLS: readonly Protocol[] = [slipway, ramp];

/** @throws Error for a name that no protocol has */
export function findProtocol(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found !== undefined) return found;
  const names = PROTOCOLS.map((protocol) => protocol.name).join(', ');
  throw new Error(`PROTOCOL: no protocol is called ${name}; there is ${names}`);
}
