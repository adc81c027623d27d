import { findClientAddress, trustedProxies } from './find-client-address.js';

const PROXY = '10.0.0.1';
const CLIENT = '203.0.113.7';

describe('findClientAddress', () => {
  it.each<[string, Parameters<typeof trustedProxies>[0], string, string | undefined, string]>([
    ['no proxy trusted, nothing said', 0, CLIENT, undefined, CLIENT],
    ['no proxy trusted, something invented', 0, CLIENT, '198.51.100.1', CLIENT],
    ['one proxy', 1, PROXY, CLIENT, CLIENT],
    ['one proxy that appends to what the client invented', 1, PROXY, `198.51.100.1, ${CLIENT}`, CLIENT],
    ['one proxy, a long invention', 1, PROXY, `${'198.51.100.1,'.repeat(500)}${CLIENT}`, CLIENT],
    ['one proxy that says nothing', 1, PROXY, undefined, PROXY],
    ['one proxy that says nonsense', 1, PROXY, 'unknown', PROXY],
    ['one proxy that says an empty text', 1, PROXY, '', PROXY],
    ['one proxy, nonsense before the client', 1, PROXY, `nonsense, ${CLIENT}`, CLIENT],
    ['one proxy, an empty entry at the end', 1, PROXY, '198.51.100.1,', PROXY],
    ['one proxy, spaces at the end', 1, PROXY, '198.51.100.1, \t', PROXY],
    ['one proxy, half an address at the end', 1, PROXY, '198.51.100.1, 203.0.113', PROXY],
    ['two proxies, an empty entry between', 2, PROXY, '198.51.100.1,, 10.0.0.2', '10.0.0.2'],
    ['two proxies', 2, PROXY, `198.51.100.1, ${CLIENT}, 10.0.0.2`, CLIENT],
    ['two proxies, one of them passed by', 2, PROXY, CLIENT, CLIENT],
    ['a proxy with ports', 1, PROXY, `${CLIENT}:4711`, CLIENT],
    ['a trusted network', ['10.0.0.0/8'], PROXY, `198.51.100.1, ${CLIENT}, 10.9.9.9`, CLIENT],
    ['a trusted network, seen as mapped', ['10.0.0.0/8'], `::ffff:${PROXY}`, CLIENT, CLIENT],
    ['a trusted address', [PROXY], PROXY, CLIENT, CLIENT],
    ['a trusted IPv6 network', ['fd00::/8'], 'fd12::1', `${CLIENT}, fd00::2`, CLIENT],
    ['a stranger before a trusted network', ['10.0.0.0/8'], CLIENT, '198.51.100.1', CLIENT],
    ['only trusted ones', ['10.0.0.0/8'], PROXY, '10.1.1.1', '10.1.1.1'],
    ['15 KB of inventions before a proxy', 1, PROXY, `${'1.1.1.1,'.repeat(1_900)}${CLIENT}`, CLIENT],
    ['15 KB in one entry', 1, PROXY, `${'1.'.repeat(7_500)}${CLIENT}`, PROXY],
    ['a closed socket', 0, '', undefined, 'unknown'],
  ])('%s', (_what, trust, peer, forwardedFor, client) => {
    expect(findClientAddress(peer, forwardedFor, trustedProxies(trust))).toBe(client);
  });
});
