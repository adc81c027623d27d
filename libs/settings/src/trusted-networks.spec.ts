import { holdClients } from './trusted-networks.js';

/** The published networks of a large proxy service. */
const SERVICE = [
  ...['173.245.48.0/20', '103.21.244.0/22', '141.101.64.0/18', '162.158.0.0/15', '104.16.0.0/13'],
  ...['172.64.0.0/13', '131.0.72.0/22', '2400:cb00::/32', '2606:4700::/32', '2a06:98c0::/29'],
];

const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.1',
  'fc00::/7',
  '::1',
];

describe('holdClients', () => {
  it.each([
    ['one proxy', ['203.0.113.7']],
    ['private networks', PRIVATE],
    ['a proxy service', [...SERVICE, ...PRIVATE]],
    ['a sixteenth of IPv4', ['32.0.0.0/4']],
    ['the same network many times', Array.from({ length: 50 }, () => '48.0.0.0/5')],
    ['IPv6 that no client has', ['fe80::/10', 'fc00::/7', '::1/128']],
    ['one mapped address', ['::ffff:10.0.0.1/128']],
  ])('is false for %s', (_what, networks) => {
    expect(holdClients(networks)).toBe(false);
  });

  it.each([
    ['all of IPv4', ['0.0.0.0/0']],
    ['all of IPv6', ['::/0']],
    ['two halves of IPv4', ['0.0.0.0/1', '128.0.0.0/1']],
    ['two halves of IPv6', ['8000::/1', '::/1']],
    ['one half', ['128.0.0.0/1']],
    ['quarters that overlap', ['0.0.0.0/2', '32.0.0.0/3', '64.0.0.0/2', '128.0.0.0/1']],
    ['all of IPv4 but a little', Array.from({ length: 255 }, (_, first) => `${first}.0.0.0/8`)],
    ['a sixteenth of IPv4 and one address', ['32.0.0.0/4', '203.0.113.7']],
    ['IPv4 as mapped addresses', ['::ffff:0.0.0.0/96']],
    ['IPv4 within a network of IPv6', ['::/64']],
    ['every public address of IPv6', ['2000::/3']],
    ['what the registries gave out', ['2000::/4']],
    ['a registry', ['2600::/12']],
    ['a network that is written with bits beyond its prefix', ['9.9.9.9/1', '200.1.1.1/1']],
  ])('is true for %s', (_what, networks) => {
    expect(holdClients(networks)).toBe(true);
  });
});
