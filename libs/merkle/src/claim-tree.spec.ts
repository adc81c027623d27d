import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { createHash } from 'node:crypto';
import { toAddress } from '#values';
import { hasMerkleDumps, merkleDump } from '../../../test/support/merkle-dumps.js';
import { LEAF_ENCODING, type ClaimLeaf } from './claim-leaf.js';
import { decodeLeaf, encodeLeaves } from './claim-leaves.js';
import { findLeaf } from './find-leaf.js';
import { DuplicateLeafError, growTree, type ClaimTree } from './grow-tree.js';
import { keccak } from './keccak.js';
import { countLeaves } from './leaf-layout.js';
import { nodeHex, rootOf, sliceProof, verifyProof } from './merkle-proof.js';
import { readStandardDump } from './read-standard-dump.js';
import { sortByKey } from './sort-by-key.js';
import { writeStandardDump } from './write-standard-dump.js';

describe.each([1, 2, 3, 1_000, 10_000])('a tree of %d random claims', (count) => {
  let leaves: ClaimLeaf[];
  let tree: ClaimTree;
  let rival: StandardMerkleTree<string[]>;

  beforeAll(() => {
    leaves = randomLeaves(count);
    tree = growTree(encodeLeaves(leaves));
    rival = StandardMerkleTree.of(leaves.map(toValue), [...LEAF_ENCODING]);
  });

  it("has the root of OpenZeppelin's", () => {
    expect(rootOf(tree.nodes)).toBe(rival.root);
  });

  it("has the proofs of OpenZeppelin's", () => {
    for (const place of samplePlaces(count)) {
      const { account, reward, amount } = leaves[place]!;
      const found = findLeaf(tree, account, reward)!;
      expect(decodeLeaf(tree.leaves, found)).toEqual({ account, reward, amount });
      const node = tree.nodeIndexes[found]!;
      const proof = sliceProof(tree.nodes, node);
      expect(proof).toEqual(rival.getProof(place));
      expect(verifyProof(rootOf(tree.nodes), nodeBytes(tree, node), proof)).toBe(true);
    }
  });

  it("reads OpenZeppelin's dump of it", () => {
    const { nodes, values } = readStandardDump(rival.dump());
    expect(rootOf(nodes)).toBe(rival.root);
    expect(values).toHaveLength(count);
  });
});

describe.each([1, 2, 500])('the dump of %d random claims', (count) => {
  it("is streamed, loaded and validated by OpenZeppelin's library, and read back", async () => {
    const tree = growTree(encodeLeaves(randomLeaves(count)));
    const dump = JSON.parse(await dumpTree(tree)) as Dump;
    const loaded = StandardMerkleTree.load<string[]>(dump);
    loaded.validate();
    expect(loaded.root).toBe(rootOf(tree.nodes));
    expect(Buffer.compare(readStandardDump(dump).nodes, tree.nodes)).toBe(0);
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

describe('a forged leaf of 64 bytes', () => {
  it('is rejected, though a tree of leaves hashed once would take it', () => {
    const tree = growTree(encodeLeaves(randomLeaves(8)));
    const root = rootOf(tree.nodes);
    // Two sibling nodes, the smaller first, are the 64 bytes whose hash is their parent.
    const parent = 3;
    const children = [nodeBytes(tree, 2 * parent + 1), nodeBytes(tree, 2 * parent + 2)].sort(Buffer.compare);
    const forged = Buffer.concat(children);
    const proof = sliceProof(tree.nodes, parent);
    expect(verifyProof(root, keccak(forged), proof)).toBe(true);
    expect(verifyProof(root, keccak(keccak(forged)), proof)).toBe(false);
  });
});

describe('verifying', () => {
  it('rejects a proof with one bit changed, cut short, or of another leaf', () => {
    const tree = growTree(encodeLeaves(randomLeaves(100)));
    const root = rootOf(tree.nodes);
    const proof = sliceProof(tree.nodes, 150);
    const leaf = nodeBytes(tree, 150);
    const bent = Buffer.from(proof[2]!.slice(2), 'hex');
    bent[7]! ^= 1;
    expect(verifyProof(root, leaf, proof)).toBe(true);
    expect(verifyProof(root, leaf, proof.with(2, `0x${bent.toString('hex')}`))).toBe(false);
    expect(verifyProof(root, leaf, proof.slice(0, -1))).toBe(false);
    expect(verifyProof(root, nodeBytes(tree, 151), proof)).toBe(false);
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
    const order = [...sortByKey({ bytes, stride: 40, start: 0, length: 40, count: 300 })];
    const key = (i: number) => Buffer.from(bytes.subarray(i * 40, (i + 1) * 40));
    const expected = Array.from({ length: 300 }, (_, i) => i).sort((a, b) => key(a).compare(key(b)));
    expect(order).toEqual(expected);
  });
});

describe('dumps that are wrong', () => {
  const dump = () => StandardMerkleTree.of(randomLeaves(3).map(toValue), [...LEAF_ENCODING]).dump();

  it.each<[string, (dump: Dump) => unknown, string]>([
    ['nothing', () => null, 'not a standard-v1 dump'],
    ['another format', (dump) => ({ ...dump, format: 'simple-v1' }), 'not a standard-v1 dump'],
    ['no tree', (dump) => ({ ...dump, tree: undefined }), 'has leafEncoding, tree and values'],
    ['a value missing', (dump) => ({ ...dump, values: dump.values.slice(1) }), '2n - 1 nodes and n values'],
    ['a node cut short', (dump) => ({ ...dump, tree: dump.tree.with(1, '0x00') }), 'node 1 is not 32 bytes'],
    [
      'a root of something else',
      (dump) => ({ ...dump, tree: dump.tree.with(0, dump.tree[1]!) }),
      'node 0 is not the hash of its children',
    ],
    [
      'another amount',
      (dump) => ({ ...dump, values: dump.values.with(0, { ...dump.values[0]!, value: ['1', '2', '3'] }) }),
      'value 0 is not of the types',
    ],
    [
      'a leaf at another index',
      (dump) => ({
        ...dump,
        values: dump.values.with(0, { ...dump.values[0]!, treeIndex: dump.values[1]!.treeIndex }),
      }),
      'value 0 is not the leaf at its treeIndex',
    ],
  ])('refuses %s', (_title, spoil, message) => {
    expect(() => readStandardDump(spoil(dump()))).toThrow(message);
  });
});

const describeDumps = hasMerkleDumps ? describe : describe.skip;

describeDumps("OpenZeppelin's own dumps [skipped without ../shared/vectors]", () => {
  it.each(['standard-v1.sorted.1_0_6', 'standard-v1.unsorted.1_0_6'])('loads and verifies %s', (name) => {
    const dump = merkleDump(name) as Dump;
    const { nodes, values } = readStandardDump(dump);
    expect(rootOf(nodes)).toBe(dump.tree[0]);
    for (const { treeIndex } of values) {
      const leaf = Buffer.from(dump.tree[treeIndex]!.slice(2), 'hex');
      expect(verifyProof(rootOf(nodes), leaf, sliceProof(nodes, treeIndex))).toBe(true);
    }
  });

  it.each(['simple-v1.sorted.1_0_6', 'simple-v1.unsorted.1_0_6'])('refuses %s', (name) => {
    expect(() => readStandardDump(merkleDump(name))).toThrow('not a standard-v1 dump');
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

/** All of a small tree; of a large one both ends and some between. */
function samplePlaces(count: number): number[] {
  const step = count <= 10 ? 1 : Math.floor(count / 4);
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step).concat(count - 1);
}

function nodeBytes(tree: ClaimTree, node: number): Buffer {
  return Buffer.from(nodeHex(tree.nodes, node).slice(2), 'hex');
}

async function dumpTree(tree: ClaimTree): Promise<string> {
  const leaves = Array.from({ length: countLeaves(tree.leaves) }, (_, place) => ({
    ...decodeLeaf(tree.leaves, place),
    nodeIndex: tree.nodeIndexes[place]!,
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
