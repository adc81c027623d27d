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
  const ranges = networks.map(toRange).sort((one, other) => (one.first < other.first ? -1 : 1));
  return CLIENTS.some(({ addresses, most }) => countHeld(ranges, addresses) > most.last - most.first + 1n);
}

/** How many of the addresses are in the ranges, which are in order of their beginnings and may overlap. */
function countHeld(ranges: readonly AddressRange[], addresses: AddressRange): bigint {
  let held = 0n;
  let next = addresses.first;
  for (const { first, last } of ranges) {
    const from = first > next ? first : next;
    const to = last < addresses.last ? last : addresses.last;
    if (to < from) continue;
    held += to - from + 1n;
    next = to + 1n;
  }
  return held;
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
