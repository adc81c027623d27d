import { normaliseAddress } from './ip-address.js';
import type { IsTrusted } from './trusted-proxies.js';

/** More than any row of proxies writes; what is before it is not read. */
const MAX_READ_LENGTH = 2_048;

/**
 * The address of whoever asks: the last one of the row peer, proxy, proxy, .. that somebody we trust vouches for.
 * `X-Forwarded-For` is read from its end, because everything before what trusted proxies appended is the
 * client's to invent. An entry that is no address vouches for nothing: the proxy that sent it stands for its client.
 *
 * @returns a normalised address, or `unknown` for a socket that has none any more
 */
export function findClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  let address = normaliseAddress(peer ?? '') ?? 'unknown';
  if (forwardedFor === undefined || !isTrusted(address, 0)) return address;
  const entries = lastEntries(forwardedFor);
  for (let hop = 0; isTrusted(address, hop); hop++) {
    const before = normaliseAddress(entries.pop() ?? '');
    if (before === null) break;
    address = before;
  }
  return address;
}

function lastEntries(forwardedFor: string): string[] {
  if (forwardedFor.length <= MAX_READ_LENGTH) return forwardedFor.split(',');
  // The first one was cut, and part of an address may look like another.
  return forwardedFor.slice(-MAX_READ_LENGTH).split(',').slice(1);
}
