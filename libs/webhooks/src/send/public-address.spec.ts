import { isLoopback, isPublicAddress } from './public-address.js';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['shared by a carrier', '100.64.0.1', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['link-local, metadata', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    ['metadata of clouds', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
    ['protocol assignments', '192.0.0.8', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['benchmarks', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['multicast, reserved, broadcast', '224.0.0.1', '240.0.0.1', '255.255.255.255', 'ff02::1'],
    ['unspecified', '::', '::0.0.0.0'],
    ['IPv4-compatible', '::127.0.0.1', '::7f00:1', '::1.1.1.1', '::101:101'],
    ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
    ['translated (SIIT)', '::ffff:0:127.0.0.1', '::ffff:0:1.1.1.1', '::ffff:0:101:101'],
    [
      'NAT64',
      '64:ff9b::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b::a00:1',
      '64:ff9b::169.254.169.254',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b:1::101:101',
    ],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:101:101::1'],
    ['Teredo', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['unique local, site-local', 'fc00::1', 'fdff::1', 'fec0::1'],
    ['ORCHID, drones, AS112, AMT', '2001:10::1', '2001:20::1', '2001:30::1', '2620:4f:8000::1', '2001:3::1'],
    ['discard, segment routing', '100::1', '5f00::1'],
    ['not given out', '4000::1', '8000::1', 'e000::1', '1::1'],
    ['no address', '', 'localhost', '1.1.1.1.1', '[2606:4700::1]', 'example.com'],
  ])('refuses what is %s', (_kind, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('knows the loopback, in IPv4, IPv6 and mapped', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
    expect(['10.0.0.1', '0.0.0.0', '::', 'localhost', ''].some(isLoopback)).toBe(false);
  });
});
