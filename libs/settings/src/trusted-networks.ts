import ipaddr from 'ipaddr.js';

/** Addresses of 128 bits, both ends included. IPv4 is the part ::ffff:0:0/96, as `net.BlockList` compares addresses. */
interface AddressRange {
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * The addresses that clients have, and the most of them that proxies can be in. All networks of a large cloud are a
 * thirtieth of IPv4. An operator's IPv6 networks are /29 or smaller, the registries' own are /12.
 */
const CLIENTS = [
  { addresses: toRange('::ffff:0:0/96'), most: toRange('::ffff:0:0/100') },
  { addresses: toRange('2000::/3'), most: toRange('2000::/16') },
];

/** Whether the networks, taken together, hold so much of the internet that clients are in them. */
export function holdClients(networks: readonly string[]): boolean {
  const ranges = joinRanges(networks.map(toRange));
  return CLIENTS.some(({ addresses, most }) => {
    const held = ranges.reduce((sum, range) => sum + sizeOf(overlap(range, addresses)), 0n);
    return held > sizeOf(most);
  });
}

/** An address, or a network as `address/bits`. */
function toRange(network: string): AddressRange {
  const [text = '', bits] = network.split('/');
  const address = ipaddr.parse(text);
  const isV4 = address instanceof ipaddr.IPv4;
  const bytes = (isV4 ? address.toIPv4MappedAddress() : address).toByteArray();
  const fixed = bits === undefined ? 128 : Number(bits) + (isV4 ? 96 : 0);
  const free = 128n - BigInt(fixed);
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const first = (value >> free) << free;
  return { first, last: first + (1n << free) - 1n };
}

/** The same addresses, each in one range only. */
function joinRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const joined: AddressRange[] = [];
  for (const range of [...ranges].sort((one, other) => (one.first < other.first ? -1 : 1))) {
    const before = joined.at(-1);
    if (before === undefined || range.first > before.last) joined.push(range);
    else if (range.last > before.last) joined[joined.length - 1] = { first: before.first, last: range.last };
  }
  return joined;
}

function overlap(one: AddressRange, other: AddressRange): AddressRange {
  return {
    first: one.first > other.first ? one.first : other.first,
    last: one.last < other.last ? one.last : other.last,
  };
}

function sizeOf({ first, last }: AddressRange): bigint {
  return last < first ? 0n : last - first + 1n;
}
