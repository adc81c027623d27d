import ipaddr from 'ipaddr.js';

type ParsedAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** The longest address with brackets, a zone and a port. */
const MAX_LENGTH = 80;

/**
 * Reads an IP address as sockets and proxies write it: with a zone, a port, brackets, or an IPv4 address inside an
 * IPv6 one, which is that IPv4 address. Null for anything else, short forms of IPv4 included.
 */
function parseAddress(text: string): ParsedAddress | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = withoutPort(text.trim()).split('%', 1)[0] ?? '';
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : null;
}

/** One spelling for each address, or null for any other text. */
export function normaliseAddress(text: string): string | null {
  return parseAddress(text)?.toNormalizedString() ?? null;
}

/**
 * The network that one client can be taken to have for itself: an IPv4 address, or the /56 that providers hand to a home. Every
 * address and every /64 in that is its owner's to choose.
 *
 * @param address a normalised address; anything else stands for itself
 */
export function clientNetwork(address: string): string {
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, 56) : address;
}

/** What logs may tell of an address: IPv4 /24, IPv6 /48. */
export function loggedNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return 'unknown';
  return networkOf(parsed, parsed instanceof ipaddr.IPv6 ? 48 : 24);
}

/** @param bits whole bytes */
function networkOf(address: ParsedAddress, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** `192.0.2.1:443` and `[2001:db8::1]:443`, as some proxies write into X-Forwarded-For. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](:\d{1,5})?$/.exec(text)?.[1];
  return bracketed ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
}
