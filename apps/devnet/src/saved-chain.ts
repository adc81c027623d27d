import { createReadStream, existsSync } from 'node:fs';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** What a crash leaves where nothing was written yet; no JSON has it. */
const UNWRITTEN = 0;

interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * A chain as anvil saves it: one JSON object, compact, that soon is larger than a string of JavaScript may be. So its
 * bytes are searched.
 */
export class SavedChain {
  private constructor(
    private readonly bytes: Buffer,
    readonly bestBlock: bigint,
  ) {}

  /** @returns null when the file is missing, was cut off, or is no saved chain */
  static async read(file: string): Promise<SavedChain | null> {
    if (!existsSync(file)) return null;
    const chunks: unknown[] = await createReadStream(file, { highWaterMark: 2 ** 20 }).toArray();
    const bytes = Buffer.concat(chunks as Buffer[]);
    const name = bytes.indexOf('"best_block_number":');
    const best = /^"best_block_number":\s*"?(0x[\da-f]+|\d+)/.exec(bytes.toString('latin1', name, name + 60));
    if (best?.[1] === undefined || bytes.includes(UNWRITTEN) || endOf(bytes, 0) === null) return null;
    return new SavedChain(bytes, BigInt(best[1]));
  }

  /**
   * The chain with one block 0. On each start anvil makes a block 0, keeps it beside the loaded one, and saves both. Of several,
   * the last one in the file is loaded, and the file's order changes. The chain's own is the oldest.
   */
  withoutForeignGenesis(): readonly Buffer[] {
    const genesis = this.genesisBlocks();
    const own = genesis.toSorted((one, other) => this.timeOf(one) - this.timeOf(other))[0];
    const pieces: Buffer[] = [];
    let from = 0;
    for (const part of genesis.filter((one) => one !== own)) {
      // With the comma after it, or else the one before it.
      const isFollowed = this.bytes[part.end] === COMMA;
      pieces.push(this.bytes.subarray(from, isFollowed ? part.start : part.start - 1));
      from = isFollowed ? part.end + 1 : part.end;
    }
    return [...pieces, this.bytes.subarray(from)];
  }

  private genesisBlocks(): Part[] {
    const blocks: Part[] = [];
    for (let at = -1; (at = this.bytes.indexOf('"number":"0x0"', at + 1)) >= 0;) {
      const start = this.bytes.lastIndexOf('{"header":', at);
      const end = endOf(this.bytes, start);
      if (end !== null) blocks.push({ start, end });
    }
    return blocks;
  }

  private timeOf({ start, end }: Part): number {
    const { header } = JSON.parse(this.bytes.toString('utf8', start, end)) as {
      header: { timestamp: string };
    };
    return Number(header.timestamp);
  }
}

/** Where a JSON object ends that starts somewhere; null when it was cut off. */
function endOf(bytes: Buffer, start: number): number | null {
  let depth = 0;
  for (let i = start; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = endOfString(bytes, i);
      if (i < 0) return null;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
    if (depth === 0) return byte === CLOSE_OBJECT ? i + 1 : null;
  }
  return null;
}

/** The quote that closes a string, or -1. Nearly all of a chain is strings, which are leapt over. */
function endOfString(bytes: Buffer, start: number): number {
  let end = start;
  do end = bytes.indexOf(QUOTE, end + 1);
  while (end >= 0 && isEscaped(bytes, end));
  return end;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let backslashes = 0;
  while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
