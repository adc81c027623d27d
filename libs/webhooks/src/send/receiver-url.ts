import { isIP } from 'node:net';
import { parseUrl } from '@slipway/domain';
import { isLoopback, isPublicAddress } from './public-address.js';

/** A receiver may be on this machine too, by http or https and on any port: on the local network. */
export interface ReceiverPlaces {
  readonly allowsLoopback: boolean;
}

const MAX_URL_LENGTH = 2_048;

/** The default of https is the empty one. */
const PORTS: readonly string[] = ['', '443', '8443'];
const LOOPBACK_NAME = 'localhost';

/**
 * What is wrong with the URL of a receiver, as far as it tells without DNS; null when nothing is.
 *
 * @returns words that complete "url ..", such as "must be https"
 */
export function checkReceiverUrl(text: string, { allowsLoopback }: ReceiverPlaces): string | null {
  if (text.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters`;
  const url = parseUrl(text);
  if (url === null) return 'must be an absolute URL';
  if (url.username !== '' || url.password !== '') return 'must be without a user name and a password';
  if (url.hash !== '') return 'must be without a fragment';
  const host = hostOf(url);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (allowsLoopback && isHttp && (host === LOOPBACK_NAME || isLoopback(host))) return null;
  if (url.protocol !== 'https:') return 'must be https';
  if (!PORTS.includes(url.port)) return 'must be on port 443 or 8443';
  const isNamed = isIP(host) === 0;
  if (isNamed ? !isPublicName(host) : !isPublicAddress(host)) return 'must name a public host';
  return null;
}

/** The addresses of a host are those where a URL may lead: all of them. */
export function mayConnect(
  url: URL,
  addresses: readonly string[],
  { allowsLoopback }: ReceiverPlaces,
): boolean {
  const isPublic = url.protocol === 'https:' && PORTS.includes(url.port);
  return (
    addresses.length > 0 &&
    addresses.every(
      (address) => (isPublic && isPublicAddress(address)) || (allowsLoopback && isLoopback(address)),
    )
  );
}

/** The host as DNS and sockets know it: an IPv6 address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Names of one word, and those that RFC 6761 and 6762 keep for a machine or a network of its own. */
function isPublicName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return (
    labels.length > 1 && !['localhost', 'local', 'internal', 'home', 'arpa'].includes(labels.at(-1) ?? '')
  );
}
