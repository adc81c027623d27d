import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import type { PlacedLeaf } from '@slipway/reward-programs';
import { stub } from '../../../../../../test/support/service-ports.js';
import type { RewardsRepository } from '../rewards.repository.js';
import { TreeService } from './tree.service.js';

const WALLET = '0x0000000000000000000000000000000000000001' as Address;

const OTHER = '0x0000000000000000000000000000000000000002' as Address;

const leaf = (account: Address): PlacedLeaf => ({ account, reward: WALLET, amount: 1n, nodeIndex: 1 });

describe('TreeService', () => {
  it('reads all nodes, and leaves from after the last account until there are none', async () => {
    const readNodes = jest.fn<RewardsRepository['readNodes']>().mockResolvedValue(new Uint8Array(32));
    const listLeaves = jest
      .fn<RewardsRepository['listLeaves']>()
      .mockResolvedValueOnce([leaf(WALLET)])
      .mockResolvedValueOnce([leaf(OTHER)])
      .mockResolvedValue([]);
    const findPublicTree = () => Promise.resolve({ id: 4, root: '0x01', nodes: 4_097 });
    const repository = stub<RewardsRepository>({ findPublicTree, readNodes, listLeaves });
    const tree = await new TreeService(repository).getTree('a');
    const server = createServer((request, response) => void tree.send(request, response)).listen(0);
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } });
    const dump = await response.json();
    await new Promise((closed) => server.close(closed));
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(dump).toMatchObject({
      values: [{ value: [WALLET, WALLET, '1'] }, { value: [OTHER, WALLET, '1'] }],
    });
    expect(readNodes.mock.calls.map(([, from]) => from)).toEqual([0, 4_096]);
    expect(listLeaves.mock.calls.map(([, after]) => after)).toEqual(['', WALLET, OTHER]);
  });

  it('knows no public tree', async () => {
    const repository = stub<RewardsRepository>({ findPublicTree: () => Promise.resolve(null) });
    await expect(new TreeService(repository).getTree('a')).rejects.toMatchObject({ code: 'not_found' });
  });
});
