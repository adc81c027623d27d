import { normaliseAddress } from './ip-address.js';
import type { IsTrusted } from './trusted-proxies.js';

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
  const entries = forwardedFor.split(',');
  for (let hop = 0; isTrusted(address, hop); hop++) {
    const before = normaliseAddress(entries.pop() ?? '');
    if (before === null) break;
    address = before;
  }
  return address;
}
