import {
  InconsistentNodeError,
  LogsBloom,
  NodeError,
  RangeTooLargeError,
  UnexplainedError,
  type BlockHeader,
  type ChainNode,
  type RawLog,
} from '@slipway/chain';
import type { Batch } from '../fold/fold-batch.js';
import type { Contracts } from '../registry/app-registry.js';
import type { Proof } from '../repair/index-repair.js';
import { findDoubts } from './check-blooms.js';
import type { CrossCheck } from './cross-check.js';
import { RangeLogs, type BlockRange, type RangeRead } from './range-logs.js';
import type { PlannedRange } from './range-plan.js';
import { LogReader } from './read-logs.js';

/** Doubtful blocks that are proved at once. */
const BLOCKS_AT_ONCE = 8;

export interface ReadBatch extends Batch {
  readonly range: PlannedRange;
  /** Logs that came, of our contracts and of others. */
  readonly logs: number;
}

/** Reads ranges of blocks: their headers, and the logs of some contracts. */
export class RangeReader {
  private readonly logReader: LogReader;
  /** Blocks of which wrong logs came: when they are read next, only proof counts. */
  private readonly suspects = new Set<number>();

  /** @param withheld how blocks are read whose logs nodes were found to withhold */
  constructor(
    private readonly node: ChainNode,
    private readonly withheld: ReadonlyMap<number, Pick<Proof, 'proof'>> = new Map(),
  ) {
    this.logReader = new LogReader(node);
  }

  /**
   * Reads a range. Blocks that may change are asked for by their hashes: no log is of another block than its header.
   * @param firstUnfinal the first block that may still be reorganised
   * @throws NodeError when the node does not respond, or contradicts itself
   */
  async read(
    contracts: Contracts,
    range: BlockRange,
    latest: BlockHeader,
    firstUnfinal: number,
  ): Promise<RangeRead> {
    const logs = new RangeLogs(range, contracts);
    const isFinal = range.to < firstUnfinal;
    const isNewest = !isFinal && range.to === latest.number;
    const [older, isRead] = await Promise.all([
      this.node.headers(numbersOf({ from: range.from, to: isNewest ? range.to - 1 : range.to })),
      isFinal && this.readFinal(logs, latest),
    ]);
    const headers = isNewest ? [...older, latest] : older;
    if (!isRead) await this.logReader.readBlocks(logs, headers);
    return { headers, logs, isFinal };
  }

  /**
   * Reads a range of final blocks without the headers of those that have no logs.
   * @param others blocks whose headers are needed all the same
   * @throws HeadersNeededError when there are no two nodes that give the same logs
   */
  async readLong(
    contracts: Contracts,
    range: BlockRange,
    latest: BlockHeader,
    nodes: CrossCheck,
    others: readonly number[] = [],
  ): Promise<RangeRead> {
    const cross = await nodes.read(contracts, range, latest);
    const doubtful = [...this.suspects, ...this.withheld.keys()];
    const inside = doubtful.filter((block) => block >= range.from && block <= range.to);
    const read = { headers: [], logs: cross.logs, isFinal: true, cross };
    return this.withHeaders(read, [range.from, range.to, ...inside, ...others]);
  }

  /** Reads the headers of some blocks, and of those with logs, as far as they are not read yet. */
  private async withHeaders(read: RangeRead, blocks: readonly number[] = []): Promise<RangeRead> {
    if (read.cross === undefined) return read;
    const known = new Set(read.headers.map(({ number }) => number));
    const wanted = new Set([...blocks, ...read.logs.blocksWithLogs()].filter((number) => !known.has(number)));
    if (wanted.size === 0) return read;
    const headers = [...read.headers, ...(await this.node.headers([...wanted]))];
    return { ...read, headers: headers.toSorted((a, b) => a.number - b.number) };
  }

  /** @returns false when not even one block is given as a range: it is to be asked for by its hash */
  private async readFinal(logs: RangeLogs, latest: BlockHeader): Promise<boolean> {
    const { from, to } = logs.range;
    try {
      await this.logReader.readRange(logs, latest);
      return true;
    } catch (error) {
      const isRefused = error instanceof RangeTooLargeError || error instanceof UnexplainedError;
      if (!isRefused || from < to) throw error;
      return false;
    }
  }

  /** Has a block's logs proved by receipts when it is read next, whatever comes of it: they contradicted something else. */
  suspect(block: number): void {
    this.suspects.add(block);
  }

  /**
   * Completes the reads, when everything before it is known: adds the logs of contracts that were not known, and of those
   * that these brought; and proves that headers are a chain, logs are of their blocks, and none is missing.
   * @throws InconsistentNodeError when the node contradicts itself
   * @throws UnprovedBlockError at the first block that could not be proved: those before it can be read without it
   */
  async complete(begun: RangeRead): Promise<ReadBatch> {
    const { logs } = begun;
    checkParents(begun.headers);
    for (const header of begun.headers) {
      if (!this.suspects.has(header.number)) continue;
      logs.drop(header.number);
      logs.proveBlock(header.number, await this.logReader.prove(header, logs));
    }
    await this.takeWithheld(begun);
    let read = begun;
    let byNumber: ReadonlyMap<number, BlockHeader>;
    do {
      await this.addMissing(read);
      await read.cross?.compare();
      read = await this.withHeaders(read);
      byNumber = new Map(read.headers.map((header) => [header.number, header]));
      for (const { blockNumber, blockHash } of logs.all()) {
        if (byNumber.get(blockNumber)?.hash !== blockHash)
          throw new InconsistentNodeError(
            `a log of block ${blockNumber} is of another block than its header`,
          );
      }
    } while (await this.proveDoubtful(read));
    const { headers } = read;
    const [first, last] = [headers[0], headers.at(-1)];
    if (first === undefined || last === undefined) throw new Error('an empty range');
    if (read !== begun) checkParents(headers);
    if (!read.isFinal && (await this.node.header(last.number)).hash !== last.hash) {
      throw new InconsistentNodeError(`block ${last.number} changed while its range was read`);
    }
    for (const { number } of headers) this.suspects.delete(number);
    const range = { ...logs.range, isLong: read.cross !== undefined };
    return { range, from: first, to: last, events: logs.inOrder(), headers: byNumber, logs: logs.seen };
  }

  /** @returns whether proof brought logs that had not come: they may be of contracts that were not known */
  private async proveDoubtful(read: RangeRead): Promise<boolean> {
    const { logs } = read;
    const doubts = await findDoubts(read, this.logReader.isBloomWhole);
    let hasMore = false;
    for (let i = 0; i < doubts.length; i += BLOCKS_AT_ONCE) {
      const some = doubts.slice(i, i + BLOCKS_AT_ONCE);
      const proofs = await Promise.allSettled(
        some.map(async ([header, doubt]) => {
          const isOldAndFaint = read.isFinal && doubt === 'faint';
          const came = logs.blocks.get(header.number)?.indices.size ?? 0;
          // Of a long history the receipts would be most of the chain.
          if (isOldAndFaint && (await this.logReader.countAgain(header, logs)) === came) return null;
          return this.logReader.prove(header, logs);
        }),
      );
      for (const [j, proof] of proofs.entries()) {
        const header = some[j]?.[0];
        if (proof.status === 'rejected') throw proof.reason as Error;
        if (proof.value === null || header === undefined) continue;
        hasMore = this.takeProof(header, logs, proof.value) || hasMore;
      }
    }
    return hasMore;
  }

  private takeProof(header: BlockHeader, logs: RangeLogs, proof: readonly RawLog[]): boolean {
    const { number, logsBloom } = header;
    const came = logs.blocks.get(number)?.indices.size ?? 0;
    if (!logs.proveBlock(number, proof)) {
      this.suspect(number);
      throw new InconsistentNodeError(`a log came of block ${number} that its receipts do not have`);
    }
    const bloom = LogsBloom.of(logsBloom);
    for (const contract of logs.blocks.get(number)?.contracts ?? [])
      if (bloom?.mayHave(contract) !== true) this.logReader.isBloomWhole = false;
    return (logs.blocks.get(number)?.indices.size ?? 0) > came;
  }

  /** Blocks whose logs nodes withheld. A proof that fails is none: what the block lacks shows again. */
  private async takeWithheld({ headers, logs }: RangeRead): Promise<void> {
    for (const header of headers) {
      const withheld = this.withheld.get(header.number);
      if (withheld === undefined) continue;
      try {
        const all = await withheld.proof(header);
        logs.drop(header.number);
        logs.proveBlock(header.number, all);
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
      }
    }
  }

  private async addMissing(read: RangeRead): Promise<void> {
    const { logs } = read;
    const { contracts } = logs;
    for (;;) {
      // A node may give them in any order, and an app that graduates was launched before.
      contracts.discover(logs.inOrder());
      logs.takeProved();
      const missing = logs.missing();
      const { size } = contracts;
      if (read.cross !== undefined) await read.cross.readMissing();
      else if (missing.length > 0) await this.logReader.readMissing(missing, read);
      logs.completeUpTo(size);
      if (missing.length === 0) return;
    }
  }
}

function numbersOf({ from, to }: BlockRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function checkParents(headers: readonly BlockHeader[]): void {
  for (const [i, header] of headers.entries()) {
    const parent = headers[i - 1];
    if (parent?.number === header.number - 1 && header.parentHash !== parent.hash) {
      throw new InconsistentNodeError(`block ${header.number} is no child of block ${parent.number}`);
    }
  }
}
