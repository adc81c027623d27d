import type { Hex } from 'viem';
import { InconsistentNodeError, decodeLog, type BlockHeader, type ChainEvent, type RawLog } from '#chain';
import { toAddress, type Address } from '#values';

export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** What was read of a range before its turn came: the logs of the contracts that were known then. */
export interface RangeRead {
  readonly range: BlockRange;
  readonly headers: readonly BlockHeader[];
  readonly logs: RangeLogs;
  /** No block of it may be reorganised any more; else each of them may. */
  readonly isFinal: boolean;
}

/** What came of one block, ours or of the same topic and another shape. */
export interface BlockLogs {
  readonly indices: Set<number>;
  readonly contracts: Set<Address>;
  readonly topics: Set<string>;
}

/** More logs than a block can have: block and index in one number, which is a cheaper key than text. */
const MAX_LOGS = 2 ** 22;

/** The logs of a range as they come in, each once. */
export class RangeLogs {
  /** The contracts whose logs are all here. */
  readonly asked = new Set<Address>();
  private readonly events = new Map<number, ChainEvent>();
  private readonly blocks = new Map<number, BlockLogs>();

  /** @param topics first topics that are asked for */
  constructor(
    readonly range: BlockRange,
    readonly topics: readonly Hex[],
  ) {}

  /**
   * Takes in the logs of some contracts.
   *
   * @returns their events
   * @throws InconsistentNodeError when there is one that was not asked for
   */
  add(addresses: readonly Address[], logs: readonly RawLog[]): ChainEvent[] {
    const asked = new Set(addresses);
    const added: ChainEvent[] = [];
    for (const log of logs) {
      const contract = toAddress(log.address);
      const number = Number(log.blockNumber);
      const index = Number(log.logIndex);
      const isInRange = number >= this.range.from && number <= this.range.to;
      if (log.removed === true || !isInRange || !asked.has(contract) || !(index < MAX_LOGS)) {
        throw new InconsistentNodeError(`the node gave a log that was not asked for, of block ${number}`);
      }
      this.note(number, index, contract, log.topics[0] ?? '');
      const event = decode(log);
      if (event === null) continue;
      this.events.set(number * MAX_LOGS + index, event);
      added.push(event);
    }
    for (const address of addresses) this.asked.add(address);
    return added;
  }

  ofBlock(number: number): BlockLogs | undefined {
    return this.blocks.get(number);
  }

  all(): readonly ChainEvent[] {
    return [...this.events.values()];
  }

  inOrder(): ChainEvent[] {
    const places = Float64Array.from(this.events.keys()).sort();
    return Array.from(places, (place) => this.events.get(place)).filter((event) => event !== undefined);
  }

  private note(number: number, index: number, contract: Address, topic: string): void {
    let block = this.blocks.get(number);
    if (block === undefined) {
      block = { indices: new Set(), contracts: new Set(), topics: new Set() };
      this.blocks.set(number, block);
    }
    block.indices.add(index);
    block.contracts.add(contract);
    block.topics.add(topic);
  }
}

function decode(log: RawLog): ChainEvent | null {
  try {
    return decodeLog(log);
  } catch (cause) {
    throw new InconsistentNodeError(
      `the node gave a log of block ${Number(log.blockNumber)} that is no event`,
      { cause },
    );
  }
}
