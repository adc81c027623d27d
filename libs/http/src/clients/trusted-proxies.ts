import proxyaddr from 'proxy-addr';
import type { TrustProxy } from '#settings';

/** Whether the one who speaks to us at a distance of `hop` proxies (0: our peer) may say whom it speaks for. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** Reads `TRUST_PROXY`: so many proxies in a row, or those in these networks. */
export function trustedProxies(trust: TrustProxy): IsTrusted {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  return proxyaddr.compile([...trust]);
}
