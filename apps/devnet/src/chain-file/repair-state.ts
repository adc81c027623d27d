import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { blockHash, type SavedHeader } from './block-hash.js';
import type { StateOutline } from './scan-state.js';
import type { ByteRange } from './syntax-scan.js';

interface SavedBlock {
  readonly header: SavedHeader;
}

/**
 * The blocks 0 that are not of the chain, by their places. anvil makes a block 0 whenever it starts, keeps it beside the one
 * that it loads, and saves both: of several, the last one in the file is loaded, and the file's order changes. The
 * chain's own is the parent of block 1.
 */
export function foreignGenesisBlocks({ first }: StateOutline): ReadonlySet<number> {
  const blocks = [...first].map(([place, text]) => ({
    place,
    header: (JSON.parse(text) as SavedBlock).header,
  }));
  const parents = new Set(
    blocks.filter(({ header }) => header['number'] === '0x1').map(({ header }) => header['parentHash']),
  );
  const genesis = blocks.filter(({ header }) => header['number'] === '0x0');
  const foreign = genesis.filter(({ header }) => !parents.has(blockHash(header)));
  // A file without the chain's own says nothing about which one to keep.
  return new Set(foreign.length === genesis.length ? [] : foreign.map(({ place }) => place));
}

/** Copies a state file without some of its blocks. */
export async function copyWithout(
  from: string,
  to: string,
  { blocks }: StateOutline,
  omitted: ReadonlySet<number>,
): Promise<void> {
  const kept = blocks.filter((_, place) => !omitted.has(place));
  const [head, tail] = [blocks[0]?.start ?? 0, blocks.at(-1)?.end ?? 0];
  async function* parts(): AsyncGenerator<Buffer | string> {
    yield* read(from, { start: 0, end: head });
    for (const [i, run] of adjacentRuns(kept).entries()) {
      if (i > 0) yield ',';
      yield* read(from, run);
    }
    yield* read(from, { start: tail, end: Number.POSITIVE_INFINITY });
  }
  await pipeline(parts, createWriteStream(to));
}

/** Blocks that follow each other with a comma between them are copied as one. */
function adjacentRuns(ranges: readonly ByteRange[]): ByteRange[] {
  const runs: ByteRange[] = [];
  for (const { start, end } of ranges) {
    const last = runs.at(-1);
    if (last?.end === start - 1) runs[runs.length - 1] = { start: last.start, end };
    else runs.push({ start, end });
  }
  return runs;
}

function read(file: string, { start, end }: ByteRange): AsyncIterable<Buffer> {
  // Its end is the last byte itself.
  return createReadStream(file, { start, end: end - 1, highWaterMark: 1024 * 1024 });
}
