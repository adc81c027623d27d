import proxyaddr from 'proxy-addr';
import { normaliseAddress } from './ip-address.js';
import type { TrustProxy } from '@slipway/settings';

/** Whether an address at a distance of `hop` proxies (0: our peer) is trusted to name the client before it. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** Reads `TRUST_PROXY`: so many proxies in a row, or those in these networks. */
export function trustedProxies(trust: TrustProxy): IsTrusted {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  return proxyaddr.compile([...trust]);
}

/** More than any row of proxies writes; the part before it is not read. */
const MAX_READ_LENGTH = 2_048;

/**
 * The client's address: the last one of the row peer, proxy, proxy, .. that a trusted proxy vouches for.
 * `X-Forwarded-For` is read from its end, because everything before what trusted proxies appended is the
 * client's to invent. An entry that is no address, an empty one too, vouches for nothing: the proxy that sent it stands for its client.
 *
 * @returns a normalised address, or `unknown` for a socket that has none any more
 */
export function findClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  const row = [
    peer ?? '',
    ...(forwardedFor === undefined ? [] : lastEntries(forwardedFor).split(',').reverse()),
  ];
  let client = 'unknown';
  for (const [hop, entry] of row.entries()) {
    const address = normaliseAddress(entry);
    if (address === null) break;
    client = address;
    if (!isTrusted(address, hop)) break;
  }
  return client;
}

function lastEntries(forwardedFor: string): string {
  if (forwardedFor.length <= MAX_READ_LENGTH) return forwardedFor;
  const end = forwardedFor.slice(-MAX_READ_LENGTH);
  // The first one was cut, and part of an address may look like another.
  return end.slice(end.indexOf(',') + 1);
}
