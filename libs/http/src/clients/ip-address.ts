import { isIPv4, isIPv6 } from 'node:net';

/** An address as eight groups of IPv6, or as the text of an IPv4 address, which has one spelling only. */
type ParsedAddress = string | readonly number[];

/**
 * Reads an IP address as sockets and proxies write it: with a zone, a port, brackets, or an IPv4 address inside an
 * IPv6 one, which is that IPv4 address. Null for anything else.
 */
function parseAddress(text: string): ParsedAddress | null {
  const bare = withoutPort(text.trim()).split('%', 1)[0] ?? '';
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = expandGroups(bare);
  return isMapped(groups) ? dotted(groups) : groups;
}

/** One spelling for each address, or null for what is none. */
export function normaliseAddress(text: string): string | null {
  const parsed = parseAddress(text);
  if (parsed === null || typeof parsed === 'string') return parsed;
  return parsed.map((group) => group.toString(16)).join(':');
}

/**
 * The network that one client can be taken to have for itself: an IPv4 address, or the /56 that providers hand to a
 * home, within which every address and every /64 is its owner's to choose.
 *
 * @param address a normalised address; anything else stands for itself
 */
export function clientNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null || typeof parsed === 'string') return address;
  const [a = 0, b = 0, c = 0, d = 0] = parsed;
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** What logs may tell of an address: IPv4 /24, IPv6 /48. */
export function loggedNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return 'unknown';
  if (typeof parsed === 'string') return `${parsed.slice(0, parsed.lastIndexOf('.'))}.0/24`;
  return `${parsed
    .slice(0, 3)
    .map((group) => group.toString(16))
    .join(':')}::/48`;
}

/** `192.0.2.1:443` and `[2001:db8::1]:443`, as some proxies write into X-Forwarded-For. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](:\d{1,5})?$/.exec(text)?.[1];
  return bracketed ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
}

function expandGroups(address: string): number[] {
  const [head = '', tail] = withHexTail(address).split('::');
  const before = readGroups(head);
  const after = readGroups(tail ?? '');
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}

function readGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** The last 32 bits may be written as IPv4. */
function withHexTail(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function dotted(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}
