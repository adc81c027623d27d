import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { createHash } from 'node:crypto';
import { toAddress } from '@slipway/domain';
import { decodeLeaf, encodeLeaves, LEAF_ENCODING, type ClaimLeaf } from './claim-leaves.js';
import { DuplicateLeafError, growTree, type ClaimTree } from './grow-tree.js';
import { countLeaves, nodeHex, rootOf } from './tree-layout.js';
import { sortByKey } from './sort-by-key.js';
import { writeStandardDump } from './write-standard-dump.js';

describe.each([1, 2, 3, 1_000, 4_097])('a tree of %d random claims', (count) => {
  let leaves: ClaimLeaf[];
  let tree: ClaimTree;
  let rival: StandardMerkleTree<string[]>;

  beforeAll(() => {
    leaves = randomLeaves(count);
    tree = growTree(encodeLeaves(leaves));
    rival = StandardMerkleTree.of(leaves.map(toValue), [...LEAF_ENCODING]);
  });

  it("has the nodes of OpenZeppelin's, and so its root and proofs", () => {
    expect(rootOf(tree.nodes)).toBe(rival.root);
    expect(nodesOf(tree)).toEqual(rival.dump().tree);
  });

  it("has its leaves where OpenZeppelin's are, sorted by account and reward", () => {
    const placed = Array.from({ length: count }, (_, position) => toValue(decodeLeaf(tree.leaves, position)));
    const keys = placed.map((value) => value.slice(0, 2).join('').toLowerCase());
    expect(keys).toEqual([...keys].sort());
    const indexes = new Map(rival.dump().values.map(({ value, treeIndex }) => [value.join(), treeIndex]));
    expect([...tree.nodeIndexes]).toEqual(placed.map((value) => indexes.get(value.join())));
  });
});

describe.each([1, 2, 500])('the dump of %d random claims', (count) => {
  it("is streamed, loaded and validated by OpenZeppelin's library", async () => {
    const tree = growTree(encodeLeaves(randomLeaves(count)));
    const dump = JSON.parse(await dumpTree(tree)) as Dump;
    const loaded = StandardMerkleTree.load<string[]>(dump);
    loaded.validate();
    expect(loaded.root).toBe(rootOf(tree.nodes));
    expect(dump.tree).toEqual(nodesOf(tree));
  });
});

describe('what no tree can be made of', () => {
  const [one, two] = randomLeaves(2) as [ClaimLeaf, ClaimLeaf];

  it('refuses an empty set', () => {
    expect(() => encodeLeaves([])).toThrow('a tree needs at least one leaf');
  });

  it('refuses an account twice for the same reward, whatever the amounts', () => {
    for (const amount of [one.amount, one.amount + 1n]) {
      const leaves = encodeLeaves([one, two, { ...one, amount }]);
      expect(() => growTree(leaves)).toThrow(DuplicateLeafError);
    }
  });

  it('takes an account once for each of two rewards', () => {
    expect(countLeaves(growTree(encodeLeaves([one, { ...one, reward: two.reward }])).leaves)).toBe(2);
  });

  it.each([0n, -1n, 2n ** 256n])('refuses the amount %s', (amount) => {
    expect(() => encodeLeaves([{ ...one, amount }])).toThrow('must be from 1 to 2^256-1');
  });

  it('takes the largest amount', () => {
    const largest = { ...one, amount: 2n ** 256n - 1n };
    expect(decodeLeaf(encodeLeaves([largest]), 0)).toEqual(largest);
  });
});

describe('sorting by key', () => {
  it('orders keys that begin alike as whole keys', () => {
    const bytes = new Uint8Array(300 * 40);
    for (let i = 0; i < 300; i += 1) {
      // Three beginnings only, so that nearly every key is told apart by its end.
      bytes[i * 40 + 3] = i % 3;
      bytes.set(createHash('sha256').update(String(i)).digest().subarray(0, 20), i * 40 + 20);
    }
    const order = [...sortByKey(bytes, 40, 40)];
    const key = (i: number) => Buffer.from(bytes.subarray(i * 40, (i + 1) * 40));
    const expected = Array.from({ length: 300 }, (_, i) => i).sort((a, b) => key(a).compare(key(b)));
    expect(order).toEqual(expected);
  });
});

type Dump = ReturnType<StandardMerkleTree<string[]>['dump']>;

function randomLeaves(count: number): ClaimLeaf[] {
  return Array.from({ length: count }, (_, i) => {
    const bytes = createHash('sha512').update(`${count}/${i}`).digest('hex');
    return {
      account: toAddress(`0x${bytes.slice(0, 40)}`),
      reward: toAddress(`0x${bytes.slice(40, 80)}`),
      amount: BigInt(`0x${bytes.slice(80, 80 + 2 + (i % 46))}`) + 1n,
    };
  });
}

function toValue({ account, reward, amount }: ClaimLeaf): string[] {
  return [account, reward, amount.toString()];
}

function nodesOf({ nodes }: ClaimTree): string[] {
  return Array.from({ length: nodes.length / 32 }, (_, node) => nodeHex(nodes, node));
}

async function dumpTree(tree: ClaimTree): Promise<string> {
  const leaves = Array.from({ length: countLeaves(tree.leaves) }, (_, position) => ({
    ...decodeLeaf(tree.leaves, position),
    nodeIndex: tree.nodeIndexes[position]!,
  }));
  const cut = 7 * 32;
  const nodes = Array.from({ length: Math.ceil(tree.nodes.length / cut) }, (_, i) =>
    tree.nodes.subarray(i * cut, (i + 1) * cut),
  );
  const halves = [leaves.slice(0, leaves.length >> 1), leaves.slice(leaves.length >> 1)];
  let text = '';
  for await (const piece of writeStandardDump({ nodes, leaves: halves.filter((half) => half.length > 0) }))
    text += piece;
  return text;
}
