import type { Hex } from 'viem';
import {
  LogsBloom,
  NodeError,
  NodeRefusedError,
  NodeUnavailableError,
  RangeTooLargeError,
  type BlockHeader,
  type ChainEvent,
  type ChainNode,
  type RawLog,
} from '@slipway/chain';
import type { AppLogs } from './app-logs.js';
import type { Differs } from './compare-state.js';

/** Logs of a block from a source that has those which others withheld. */
export type BlockProof = (header: BlockHeader) => Promise<readonly RawLog[]>;

export type Located =
  | { readonly kind: 'found'; readonly block: number; readonly proof: BlockProof }
  /** State changed in a block, somewhere in the range, of which no source gives the logs. */
  | { readonly kind: 'withheld'; readonly range: BlockRange }
  /** So many sources gave the receipts of all blocks that may be it, and the index has all that is in them. */
  | { readonly kind: 'none'; readonly confirmedBy: number };

/** Blocks, both ends included. */
interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** The blocks that may lack logs: the last is the one that does not fit. */
export interface Search extends BlockRange {
  readonly logs: AppLogs;
  /** Null when no state tells. */
  readonly differs: Differs | null;
}

/** So few blocks are read by their receipts at once; of more, state and logs tell first where to look. */
const FEW_BLOCKS = 64;

/** Blocks whose headers are read for what their blooms tell, the newest of the range. */
const MAX_SWEPT = 20_000;

/** Blocks whose blooms name no contract of the app and that are read by their receipts all the same, the newest of the range. */
const MAX_UNNAMED = 512;

const LOGS_AT_ONCE = 2_000;
const RECEIPTS_AT_ONCE = 8;

/**
 * Finds the block whose logs the index lacks, by what a withholding node cannot hide from all of it: the contracts' state, halving
 * the range; the logs of the app's contracts from each source; receipts of the blocks whose blooms name them; whole receipts of the
 * others, since there are blooms that do not know their block's logs.
 * @throws NodeUnavailableError when no source answered
 */
export async function locate(
  sources: readonly ChainNode[],
  search: Search,
  onProgress: (percent: number) => Promise<void>,
): Promise<Located> {
  const finder = new Finder(sources, search, onProgress);
  return finder.find();
}

class Finder {
  private done = 0;
  private answered = 0;
  private lastError: unknown;
  private range: BlockRange;

  constructor(
    private readonly sources: readonly ChainNode[],
    private readonly search: Search,
    private readonly onProgress: (percent: number) => Promise<void>,
  ) {
    this.range = search;
  }

  async find(): Promise<Located> {
    const { differs } = this.search;
    const { range } = this;
    const isLong = range.to - range.from >= FEW_BLOCKS;
    const changed = differs === null ? null : await this.eachSource((source) => this.halve(source, differs));
    if (isLong) {
      if (changed !== null) this.range = changed;
      const logged = await this.eachSource((source) => this.scan(source));
      if (logged !== null) return logged;
    }
    let confirmedBy = 0;
    // State alone does not tell that nothing lacks.
    this.answered = 0;
    const swept = await this.eachSource(async (source) => {
      const result = await this.sweep(source);
      if (result === 'complete') confirmedBy += 1;
      return typeof result === 'string' ? null : result;
    });
    if (swept !== null) return swept;
    if (this.answered === 0 && changed === null)
      throw new NodeUnavailableError('no node answers what is missing', null, { cause: this.lastError });
    const unnamed = await this.eachSource((source) => this.readUnnamed(source, changed ?? range));
    if (unnamed !== null) return unnamed;
    return changed === null ? { kind: 'none', confirmedBy } : { kind: 'withheld', range: changed };
  }

  /** The first result that is not null. A source that fails is passed over. */
  private async eachSource<T>(ask: (source: ChainNode) => Promise<T | null>): Promise<T | null> {
    for (const source of this.sources) {
      try {
        await source.latest();
        const result = await ask(source);
        this.answered += 1;
        if (result !== null) return result;
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        this.lastError = error;
      }
    }
    return null;
  }

  /**
   * Where the state changed in a way that the index does not have: one block, or more where the node lacks old states; null when it does
   * not tell, or nothing changed before the block that does not fit.
   */
  private async halve(source: ChainNode, differs: Differs): Promise<BlockRange | null> {
    let { from, to } = this.range;
    to -= 1;
    if (from > to || (await differs(source, to)) !== true) return null;
    if ((await differs(source, from)) === true) return { from, to: from };
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      const isDifferent = await differs(source, middle);
      if (isDifferent === null) return { from, to };
      if (isDifferent) to = middle;
      else from = middle;
    }
    return { from: to, to };
  }

  /** The logs of the app's contracts in the whole range, from one source. */
  private async scan(source: ChainNode): Promise<Located | null> {
    const { logs } = this.search;
    const { from, to } = this.range;
    let size = LOGS_AT_ONCE;
    for (let first = from; first <= to;) {
      const last = Math.min(to, first + size - 1);
      try {
        const decoded = await source.decodedLogs(logs.contracts, logs.events, first, last);
        const unknown = await logs.unknownOf(
          decoded.map(({ event }) => event),
          first,
          last,
        );
        for (const block of new Set(unknown.map(({ blockNumber }) => blockNumber))) {
          const found = await this.look(source, block);
          if (found !== null) return found;
        }
      } catch (error) {
        if (!(error instanceof RangeTooLargeError) || size === 1) throw error;
        size = Math.ceil(size / 4);
        continue;
      }
      await this.progress(last - first + 1);
      first = last + 1;
    }
    return null;
  }

  /** Receipts of all blocks of the range whose blooms name a contract of the app. */
  private async sweep(source: ChainNode): Promise<Located | 'complete' | 'partial'> {
    const { from, to } = this.range;
    const begin = Math.max(from, to - MAX_SWEPT + 1);
    let isComplete = begin === from;
    for (let first = begin; first <= to; first += FEW_BLOCKS) {
      const last = Math.min(to, first + FEW_BLOCKS - 1);
      const headers = await source.headers(Array.from({ length: last - first + 1 }, (_, i) => first + i));
      const named = headers.filter((header) => this.isNamed(header));
      for (let i = 0; i < named.length; i += RECEIPTS_AT_ONCE) {
        const some = named.slice(i, i + RECEIPTS_AT_ONCE);
        const read = await Promise.all(some.map((header) => this.lookAt(source, header)));
        const found = read.find((one) => one.found !== null)?.found;
        if (found !== undefined && found !== null) return found;
        isComplete &&= read.every(({ byReceipts }) => byReceipts);
      }
      await this.progress(last - first + 1);
    }
    return isComplete ? 'complete' : 'partial';
  }

  /** Receipts of blocks whose blooms name no contract of the app. */
  private async readUnnamed(source: ChainNode, { from, to }: BlockRange): Promise<Located | null> {
    const begin = Math.max(from, to - MAX_UNNAMED + 1);
    for (let first = begin; first <= to; first += RECEIPTS_AT_ONCE) {
      const last = Math.min(to, first + RECEIPTS_AT_ONCE - 1);
      const headers = await source.headers(Array.from({ length: last - first + 1 }, (_, i) => first + i));
      for (const header of headers.filter((one) => !this.isNamed(one))) {
        const proof: BlockProof = async (one) => (await source.wholeReceipts(one)).logs;
        if ((await this.unknownOf(await proof(header), header)).length > 0)
          return { kind: 'found', block: header.number, proof };
      }
    }
    return null;
  }

  private isNamed({ logsBloom }: BlockHeader): boolean {
    const bloom = LogsBloom.of(logsBloom);
    return bloom !== null && this.search.logs.own.some((address) => bloom.mayHave(address));
  }

  private async look(source: ChainNode, block: number): Promise<Located | null> {
    return (await this.lookAt(source, await source.header(block))).found;
  }

  private async lookAt(
    source: ChainNode,
    header: BlockHeader,
  ): Promise<{ readonly found: Located | null; readonly byReceipts: boolean }> {
    const byHash: BlockProof = (one) => source.logsOfBlocks(null, this.search.logs.events.topics, [one]);
    const byReceipts: BlockProof = async (one) => (await source.receipts(one)).logs;
    let hasReceipts = true;
    for (const proof of [byReceipts, byHash]) {
      try {
        if (await this.hasUnknown(await proof(header), header))
          return { found: { kind: 'found', block: header.number, proof }, byReceipts: hasReceipts };
      } catch (error) {
        if (proof !== byReceipts || !(error instanceof NodeRefusedError)) throw error;
        hasReceipts = false;
      }
    }
    return { found: null, byReceipts: hasReceipts };
  }

  /** A log counts that is of this very block, and that its header's bloom knows. */
  private async hasUnknown(raw: readonly RawLog[], header: BlockHeader): Promise<boolean> {
    const bloom = LogsBloom.of(header.logsBloom);
    const unknown = await this.unknownOf(raw, header);
    return bloom !== null && unknown.some(({ contract }) => bloom.mayHave(contract.toLowerCase() as Hex));
  }

  private unknownOf(raw: readonly RawLog[], { number, hash }: BlockHeader): Promise<ChainEvent[]> {
    const decoded = raw
      .map(this.search.logs.events.toDecodedLog)
      .filter(({ blockHash }) => blockHash === hash);
    return this.search.logs.unknownOf(
      decoded.map(({ event }) => event),
      number,
      number,
    );
  }

  private async progress(blocks: number): Promise<void> {
    const { from, to } = this.range;
    this.done += blocks;
    const all = 2 * this.sources.length * (to - from + 1);
    await this.onProgress(Math.min(99, Math.floor((100 * this.done) / all)));
  }
}
