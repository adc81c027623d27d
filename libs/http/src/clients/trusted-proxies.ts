import { BlockList, isIPv6 } from 'node:net';
import type { TrustProxy } from '#env';

/** Whether the one who speaks to us at a distance of `hop` proxies (0: our peer) may say whom it speaks for. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** Reads `TRUST_PROXY`: so many proxies in a row, or whoever is in these networks. */
export function trustedProxies(trust: TrustProxy): IsTrusted {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const networks = new BlockList();
  for (const network of trust) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix);
    networks.addSubnet(address, bits, family);
  }
  return (address) => networks.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
