import type { Hex } from 'viem';
import type { ChainEvent, EventOf, Feed, FeedAnswer, FeedSource } from '@slipway/chain';
import { ZERO_ADDRESS, type Address } from '@slipway/domain';
import { MAX_LOGS, type Position } from '../decode/rows.js';

/** Place, in its block, of an answer that no log says: after all logs. */
export const OPENING_LOG = MAX_LOGS - 1;

/** An aggregator that answers for a feed, from a block on. */
export interface FeedPhase extends FeedSource {
  /** Place of the feed among those whose product is the price. */
  readonly factor: number;
  readonly feed: Address;
  readonly decimals: number;
  readonly fromBlock: number;
  readonly blockHash: Hex;
  /** Of that block, in seconds. */
  readonly time: number;
  /** What the feed answered at the end of that block; null: the answer before it stays until the aggregator's next. */
  readonly opening: FeedAnswer | null;
}

const SINCE_EVER = { fromBlock: 0, blockHash: '0x', time: 0 } as const;

/** In place of a feed that there is not, or not yet. */
const NO_FEED = {
  feed: ZERO_ADDRESS,
  aggregator: ZERO_ADDRESS,
  phase: null,
  decimals: 0,
  opening: null,
} as const;

/** Which aggregators answered for the feeds, and when. */
export class FeedPhases {
  /** @param all in the order of their blocks */
  constructor(readonly all: readonly FeedPhase[]) {}

  /** Of feeds that are aggregators themselves: they answer for good. */
  static of(feeds: readonly Pick<Feed, 'address' | 'decimals'>[]): FeedPhases {
    return new FeedPhases(
      feeds.map(({ address, decimals }, factor) => {
        return {
          ...SINCE_EVER,
          phase: null,
          opening: null,
          factor,
          feed: address,
          aggregator: address,
          decimals,
        };
      }),
    );
  }

  get aggregators(): ReadonlySet<Address> {
    return new Set(this.all.map(({ aggregator }) => aggregator));
  }

  /** Of how many feeds the price is the product. */
  get factors(): number {
    return this.all.reduce((most, { factor }) => Math.max(most, factor + 1), 0);
  }

  /** The phase of a feed at a block; undefined before its first. */
  at(factor: number, block: number): FeedPhase | undefined {
    return this.all.findLast((phase) => phase.factor === factor && phase.fromBlock <= block);
  }

  /** Of how many feeds the price is the product at a block. */
  factorsAt(block: number): number {
    let count = this.factors;
    while (count > 0 && this.at(count - 1, block)?.feed === ZERO_ADDRESS) count -= 1;
    return count;
  }

  /** The feeds whose product the price is by now, as settings named them. */
  get feeds(): readonly Address[] {
    const last = Array.from({ length: this.factorsAt(Infinity) }, (_, factor) => this.last(factor)?.feed);
    return last.filter((feed) => feed !== undefined);
  }

  /**
   * The phases by which feeds are replaced by others from a block on.
   * @param opened of the others, each
   */
  replacedBy(
    opened: readonly FeedPhase[],
    at: Pick<FeedPhase, 'fromBlock' | 'blockHash' | 'time'>,
  ): FeedPhase[] {
    const ended = Array.from({ length: Math.max(0, this.factors - opened.length) }, (_, i) => {
      return { ...NO_FEED, ...at, factor: opened.length + i };
    });
    const before = opened.slice(this.factors).map(({ factor }) => {
      return { ...NO_FEED, ...SINCE_EVER, factor };
    });
    return [...before, ...opened, ...ended];
  }

  last(factor: number): FeedPhase | undefined {
    return this.at(factor, Infinity);
  }

  /** Phases that begin in a range of blocks. */
  within(from: number, to: number): FeedPhase[] {
    return this.all.filter(({ fromBlock }) => fromBlock >= from && fromBlock <= to);
  }

  /** The phase that an answer is of; undefined when it counts for none: another aggregator answers, or the block's end is known. */
  phaseOf({
    contract,
    blockNumber,
    logIndex,
  }: Position & { readonly contract: Address }): FeedPhase | undefined {
    for (let factor = 0; factor < this.factors; factor += 1) {
      const phase = this.at(factor, blockNumber);
      if (phase?.aggregator !== contract) continue;
      const isOpening = phase.opening !== null && phase.fromBlock === blockNumber;
      if (isOpening === (logIndex === OPENING_LOG)) return phase;
    }
    return undefined;
  }

  /** Of some events, in chain order, the answers that a price has the place of: the last ones of their blocks. */
  lastAnswers(events: readonly ChainEvent[]): ReadonlySet<ChainEvent> {
    const last = new Map<number, ChainEvent>();
    for (const event of events)
      if (event.name === 'AnswerUpdated' && this.phaseOf(event) !== undefined)
        last.set(event.blockNumber, event);
    for (const { fromBlock, opening } of this.all) if (opening !== null) last.delete(fromBlock);
    return new Set(last.values());
  }

  /** Adds to a range's events what feeds answered when phases began, in chain order. */
  withOpenings(events: readonly ChainEvent[], from: number, to: number): readonly ChainEvent[] {
    const openings = this.within(from, to).flatMap(toEvent);
    if (openings.length === 0) return events;
    const merged = [...events, ...openings];
    return merged.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  }
}

function toEvent({ aggregator, fromBlock, blockHash, opening }: FeedPhase): EventOf<'AnswerUpdated'>[] {
  if (opening === null) return [];
  const { answer: current, updatedAt } = opening;
  const place = { blockNumber: fromBlock, blockHash, logIndex: OPENING_LOG, txHash: '0x' } as const;
  return [
    {
      ...place,
      contract: aggregator,
      name: 'AnswerUpdated',
      current,
      roundId: 0n,
      updatedAt: BigInt(updatedAt),
    },
  ];
}
