import type { LaunchReport } from '@slipway/sdk';

const DEAD_ADDRESS = '0x000000000000000000000000000000000000dEaD';
const wallet = (number: number): string => `0x${String(number).padStart(40, '0')}`;
const hash = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
const hashes = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => hash(first + i));
const time = '2026-11-20T10:00:00.000Z';

/** A report in which everything happened, for tests. */
export function sampleReport(tokenAddress: string): LaunchReport {
  return {
    tokenAddress,
    knownFrom: 1,
    creator: {
      ...{ wallet: wallet(1), launches: 3, graduated: 1, heldShare: 0.021 },
      ...{ soldShare: 0.04, transactions: hashes(10, 2) },
    },
    associates: {
      ...{ count: 2, heldShare: 0.052, soldShare: 0.0004 },
      wallets: [
        { wallet: wallet(2), reason: 'funded', transaction: hash(20), heldShare: 0.05, soldShare: 0 },
        { wallet: wallet(3), reason: 'given', transaction: hash(21), heldShare: 0.002, soldShare: 0.0004 },
      ],
    },
    firstBlock: { buyers: 3, share: 0.08, heldShare: 0.031, transactions: hashes(30, 3) },
    firstBlockBuyers: { count: 2, boughtShare: 0.05, heldShare: 0.01, transactions: hashes(31, 2) },
    firstBlocks: { buyers: 7, share: 0.12, heldShare: 0.035, transactions: hashes(30, 8) },
    firstMinute: { buyers: 15, share: 0.2, heldShare: 0.21, transactions: hashes(30, 100) },
    bundles: [
      {
        ...{ transaction: null, funder: wallet(9), wallets: [wallet(4), wallet(5), wallet(6)], count: 3 },
        ...{ share: 0.04, heldShare: 0.01, transactions: hashes(40, 3) },
      },
      {
        ...{ transaction: hash(50), funder: null, wallets: [wallet(7), wallet(8)], count: 2 },
        ...{ share: 0.02, heldShare: 0, transactions: [hash(50)] },
      },
    ],
    bundledShare: 0.06,
    roundTrips: {
      ...{ pairs: 12, share: 0.25 },
      newest: [60, 62].map((first) => ({
        ...{ buyer: wallet(first), seller: wallet(60), platformAmount: '1234500000000000000000' },
        ...{ buyTransaction: hash(first), sellTransaction: hash(first + 1) },
      })),
    },
    concentration: {
      ...{ top1Share: 0.112, top10Share: 0.44, top50Share: 0.835 },
      excluded: [
        { address: wallet(100), kind: 'pool', share: 0.2 },
        { address: wallet(101), kind: 'distributor', share: 0.03 },
        { address: DEAD_ADDRESS, kind: 'burn', share: 0.1 },
      ],
    },
    liquidity: {
      ...{ pool: wallet(100), supply: '8000000000000000000000', lockedShare: 0.9996 },
      holders: [
        { address: DEAD_ADDRESS, share: 0.9996 },
        { address: wallet(11), share: 0.0004 },
      ],
      newest: [
        {
          ...{ kind: 'added', from: wallet(0), to: DEAD_ADDRESS, time, transaction: hash(70) },
          amount: '7996800000000000000000',
        },
      ],
    },
    definitions: {
      creator: 'The wallet that launched the app.',
      associates: 'Wallets that the creator funded, or to which it sent tokens of the app.',
      firstBlock: "Who bought in the launch's block.",
      firstBlockBuyers: "Who bought in the launch's block, and did not launch the app.",
      firstBlocks: "Who bought in the launch's block and the four after it.",
      firstMinute: 'Who bought within 60 seconds after the launch.',
      bundles: 'Two or more that bought in one transaction, or with the money of one wallet.',
      roundTrips: 'A buy and a sale of the same amount, within 1 %, within ten minutes.',
      concentration:
        'What the richest hold of what is not in the curve, the pool, burnt or with distributors.',
      liquidity: "Where the pool's LP tokens are since the graduation.",
    },
    asOf: 4_321,
  };
}
