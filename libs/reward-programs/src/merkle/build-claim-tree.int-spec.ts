import { toAddress, type Address } from '@slipway/domain';
import { buildClaimTree } from './build-claim-tree.js';
import { encodeLeaves } from './claim-leaves.js';
import { growTree } from './grow-tree.js';

const REWARD = account(0);

describe('building a tree in its own thread', () => {
  it('gives the tree that this thread would have grown', async () => {
    const leaves = Array.from({ length: 300 }, (_, i) => leaf(i + 1));
    const tree = await buildClaimTree(leaves);
    expect(tree).toEqual(growTree(encodeLeaves(leaves)));
  });

  it('refuses two leaves of one account', async () => {
    await expect(buildClaimTree([leaf(1), leaf(2), leaf(1)])).rejects.toThrow(
      `${account(1)} has two leaves for the reward ${REWARD}`,
    );
  });

  it('leaves the event loop free while it hashes', async () => {
    const leaves = Array.from({ length: 20_000 }, (_, i) => leaf(i + 1));
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    await buildClaimTree(leaves);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
  });
});

function account(i: number): Address {
  return toAddress(`0x${i.toString(16).padStart(40, '0')}`);
}

function leaf(i: number) {
  return { account: account(i), reward: REWARD, amount: BigInt(i) };
}
