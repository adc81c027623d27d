import { RangeTooLargeError, find, type ChainNode, type Finding } from '@slipway/chain';
import type { Settings } from '@slipway/settings';
import { toContracts, type ChainSettings } from './check-contracts.js';
import { findProtocol } from './protocols.js';

type PaceSettings = ChainSettings & Pick<Settings, 'finality' | 'indexerMaxRangeBlocks'>;

/** Blocks that the mean time of a block is taken of. */
const MEASURED_BLOCKS = 1_000;

/** Calls that travel in one request, requests under way at once, and ranges read beside one that is written. */
const CALLS = 100;
const AT_ONCE = 8;
const RANGES_AT_ONCE = 2;

/** Places of the history whose logs are read, to tell its density and the node's time. */
const SAMPLES = 5;

const ALWAYS = { isNeeded: false, without: 'the node does not say: ask another one' };

/** How fast the chain goes, when its blocks count as final, and what a first backfill by these nodes will take. */
export async function checkPace(node: ChainNode, settings: PaceSettings): Promise<Finding[]> {
  const { number, timestamp } = await node.latest();
  const startBlock = Number(settings.startBlock);
  const { blocks: finalityBlocks, isByTag } = settings.finality;
  let secondsPerBlock: number | null = null;
  return [
    await find({ name: 'block time', ...ALWAYS }, async () => {
      const measured = Math.min(number, MEASURED_BLOCKS);
      if (measured === 0) return 'unknown: there is one block';
      const earlier = await node.header(number - measured);
      secondsPerBlock = (timestamp - earlier.timestamp) / measured;
      return `${secondsPerBlock.toFixed(2)} s, the mean of the last ${measured}`;
    }),
    await find(
      {
        name: 'final after',
        isNeeded: false,
        without: `blocks ${finalityBlocks} back are taken for final: set FINALITY to a number of blocks`,
      },
      async () => {
        const after = (blocks: number): string =>
          `${blocks} blocks${secondsPerBlock === null ? '' : `, about ${toDuration(blocks * secondsPerBlock)}`}`;
        if (!isByTag) return after(finalityBlocks);
        const depth = number - (await node.finalized()).number;
        if (depth > finalityBlocks) throw new Error(`the finalized block is ${depth} behind`);
        return `${after(Math.max(0, depth))}, as the finalized block says now`;
      },
    ),
    await find({ name: 'a first backfill', ...ALWAYS }, async () => {
      const blocks = number - startBlock + 1;
      if (blocks <= 0) return `nothing yet: START_BLOCK is ${startBlock}, the newest block ${number}`;
      const { range, logsMs, logs } = await sampleLogs(node, settings, startBlock, number);
      const headersMs = await time(() => node.headers(spread(startBlock, number, CALLS)));
      const ranges = Math.ceil(blocks / range);
      const headers = Math.ceil(blocks / CALLS);
      const ms = (ranges * logsMs + (headers * headersMs) / AT_ONCE) / RANGES_AT_ONCE;
      const size = `${blocks} blocks, some ${Math.round(logs * blocks)} logs of the fixed contracts`;
      const work = `about ${ranges + headers} requests and ${toDuration(ms / 1_000)} by one node`;
      const quiet = node.hasSeveral ? `; of a quiet history ${2 * ranges} requests, by two` : '';
      return `${size}: ${work} (${range} blocks in ${Math.round(logsMs)} ms)${quiet}, beside what apps log and the database takes`;
    }),
  ];
}

interface Sample {
  /** Blocks in one request. */
  readonly range: number;
  readonly logsMs: number;
  /** A block's. */
  readonly logs: number;
}

/** Reads logs at some places of a history, of as many blocks as the node gives at once. */
async function sampleLogs(
  node: ChainNode,
  settings: PaceSettings,
  first: number,
  last: number,
): Promise<Sample> {
  const { launchpad, priceFeeds } = toContracts(settings);
  const { events } = findProtocol(settings.protocol);
  let range = Math.min(settings.indexerMaxRangeBlocks, last - first + 1);
  let [took, found, read] = [0, 0, 0];
  const places = spread(first, last - range + 1, SAMPLES);
  for (const from of places) {
    took += await time(async () => {
      for (;;) {
        try {
          const to = Math.min(from + range - 1, last);
          found += (await node.decodedLogs([launchpad, ...priceFeeds], events, from, to)).length;
          read += to - from + 1;
          return;
        } catch (error) {
          if (!(error instanceof RangeTooLargeError) || range === 1) throw error;
          range = Math.min(error.blocks ?? range, Math.ceil(range / 2));
        }
      }
    });
  }
  return { range, logsMs: took / places.length, logs: found / read };
}

/** So many numbers from one to another, or fewer, as far apart as they can be. */
function spread(first: number, last: number, count: number): number[] {
  const step = (last - first) / Math.max(1, count - 1);
  return [...new Set(Array.from({ length: count }, (_, i) => Math.round(first + i * step)))];
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function toDuration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
