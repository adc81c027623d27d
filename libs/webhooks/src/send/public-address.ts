import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that is routed on the IPv6 internet today. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** NAT64 (RFC 6052): how a network of IPv6 alone reaches an IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** IANA's special ranges within what the library takes for unicast. */
const SPECIAL_IPV4 = [
  // Benchmarks (RFC 2544), AS112 (7534, 7535), AMT (7450).
  ...['198.18.0.0/15', '192.31.196.0/24', '192.175.48.0/24', '192.52.193.0/24'],
].map((range) => ipaddr.IPv4.parseCIDR(range));
const SPECIAL_IPV6 = [
  // Protocol assignments (RFC 2928: benchmarks, AMT, ORCHID, drones), AS112, documentation (9637).
  ...['2001::/23', '2620:4f:8000::/48', '3fff::/20'],
].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Whether an address is one of the public internet, by IANA's registries of special ranges. What leads to an IPv4 address (mapped,
 * NAT64) is as public as that; 6to4 and Teredo, which no service is behind today, never are.
 *
 * @param address without brackets; what is none is not public
 */
export function isPublicAddress(address: string): boolean {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed);
  if (parsed.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  const isUnicast = parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
  return isUnicast && !SPECIAL_IPV6.some((range) => parsed.match(range));
}

/** Whether an address is this machine's own, as tests and the local network have it. */
export function isLoopback(address: string): boolean {
  return isAddress(address) && ipaddr.process(address).range() === 'loopback';
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !SPECIAL_IPV4.some((range) => address.match(range));
}

/** As sockets and URLs write them: neither `127.1`, nor an IPv4 address within one of IPv6. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && ipaddr.isValid(text);
}
