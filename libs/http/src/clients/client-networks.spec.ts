import type { Socket } from 'node:net';
import { ClientNetworks } from './client-networks.js';

describe('ClientNetworks.ofPeer', () => {
  const peer = (remoteAddress?: string): Socket => ({ remoteAddress }) as Socket;

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:db8:1:201:9::', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    [undefined, 'unknown'],
  ])('counts a connection of %s for %s', (address, network) => {
    expect(new ClientNetworks(0).ofPeer(peer(address))).toBe(network);
  });

  it('counts a trusted proxy for no client', () => {
    const networks = new ClientNetworks(['10.0.0.0/8', 'fd00::/8']);
    expect(
      ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.0.2.7'].map((one) => networks.ofPeer(peer(one))),
    ).toEqual([null, null, null, '192.0.2.7']);
    expect(new ClientNetworks(1).ofPeer(peer('192.0.2.7'))).toBeNull();
  });
});
