import {
  InconsistentNodeError,
  NodeError,
  NodeUnavailableError,
  ThrottledError,
  UnexplainedError,
  UnlinkedBlockError,
  UnprovedBlockError,
  type BlockHeader,
  type ChainNode,
} from '@slipway/chain';
import { type Deployment } from '@slipway/protocols';
import type { Clock } from '@slipway/domain';
import { firstUnfinal, type IndexerOptions } from '../registry/indexer-options.js';
import { DistributorFollower } from './follow-distributors.js';
import { FeedFollower } from './follow-feeds.js';
import type { RangeRead } from './range-logs.js';
import type { AppRegistry } from '../registry/app-registry.js';
import type { Step } from './step.js';
import { SecondReading } from './second-reading.js';
import { CrossCheck, HeadersNeededError } from './cross-check.js';
import { RangePlan, type PlannedRange } from './range-plan.js';
import { DEPTH, ReadAhead } from './read-ahead.js';
import { RangeReader, type ReadBatch } from './read-range.js';
import { addressesOf } from '../fold/addresses-of.js';
import { ContradictionError } from '../fold/contradiction.js';
import { foldBatch, type HeadBlock, type IndexState } from '../fold/fold-batch.js';
import { writeBatch } from '../tables/write-batch.js';
import { asRefusedRow } from '../tables/refused-row.js';
import { IndexHaltedError } from '../rollback/halted.js';
import { LowerChain, resolveFork } from '../rollback/resolve-fork.js';
import type { IndexRepair } from '../repair/index-repair.js';
import { AddressIds, type IdOf } from '../tables/address-ids.js';
import { bindDeployment } from '../tables/deployment.js';
import { buildNextKey, deferKeys } from '../tables/deferred-keys.js';
import { buildSums } from '../tables/build-sums.js';
import { confirmLevel, moveHead } from '../tables/head.js';
import { readState } from '../tables/index-state.js';
import { listUnknownRoots } from '../tables/rewards.js';
import { PipelinedTransaction, inTransaction, type Writer } from '../postgres/transaction.js';
import { checkEvents } from '../fold/check-events.js';
import { withoutFrozen } from '../fold/without-frozen.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import { checkBefore } from '../tables/check-reserves-before.js';

/** A batch that waits for its turn to be written, and the state that it leads to. */
interface PreparedWrite {
  readonly batch: ReadBatch;
  readonly after: IndexState;
  readonly levelAt: Date | null;
  readonly transaction: PipelinedTransaction;
}

/** Steps that may fail, one after the other, for want of responses that fit together before less is asked for. */
const MAX_CONSECUTIVE_FAILURES = 3;

/** From so many final blocks on, it pays to build keys at the end. */
const LONG_BACKFILL_BLOCKS = 256;

/** How often a quiet chain's index says that it is still level. */
const CONFIRM_LEVEL_MS = 5_000;

/** Follows one chain into one database. Holds no timer and no connection of its own: call {@link step} in a loop. */
export class Indexer {
  private state: IndexState | null = null;
  /** The followed contracts, as of the last state: a million apps are not read from the tables after every error. */
  private registry: AppRegistry | null = null;
  private addressIds = new AddressIds();
  private confirmedAt = 0;
  /** The first block that is not indexed, as the last step found; null before it knew. */
  nextBlock: number | null = null;
  /** Of nodes, in a row. */
  private failures = 0;
  /** As last announced. */
  private latest: BlockHeader | null = null;
  private readonly plan: RangePlan;
  private readonly reader: RangeReader;
  private readonly crossCheck: CrossCheck;
  private readonly lowerChain = new LowerChain();
  private readonly readAhead = new ReadAhead();
  private readonly follower: DistributorFollower;
  private readonly feeds: FeedFollower;
  /** Null without a repair: what it found could not be mended. */
  readonly secondReading: SecondReading | null = null;
  /** Keys are made one a step, and no node is asked between them. */
  private isMakingKeys = false;
  /** Last block of the batch that is written. */
  private writingTo = -1;
  /** The batch behind the head, of final blocks. */
  private prepared: Promise<PreparedWrite> | null = null;

  constructor(
    private readonly writer: Writer,
    private readonly node: ChainNode,
    private readonly deployment: Deployment,
    private readonly options: IndexerOptions,
    private readonly clock: Clock,
    /** Null: what does not fit is an error. */
    private readonly repair: IndexRepair | null = null,
  ) {
    if (repair !== null)
      this.secondReading = new SecondReading(writer, repair.sources, deployment, options, clock, () =>
        repair.isRebuilding(),
      );
    this.crossCheck = new CrossCheck(repair?.sources ?? []);
    this.plan = new RangePlan(options, this.crossCheck.isPossible);
    this.reader = new RangeReader(node, repair?.proofs);
    this.follower = new DistributorFollower(writer, node, options, clock, this.crossCheck);
    this.feeds = new FeedFollower(writer, node, deployment, options, () => repair?.orderRebuild());
  }

  /**
   * Commits the next range of blocks, or rolls back when the chain was reorganised. After an error the tables are as before,
   * and the next step starts from what they say.
   */
  async step(): Promise<Step> {
    try {
      for (;;) {
        const step = await this.tryStep().catch((error: unknown) => this.mend(error));
        if (step !== null) return step;
      }
    } catch (error) {
      if (error instanceof InconsistentNodeError || error instanceof UnlinkedBlockError) this.node.penalise();
      if (error instanceof NodeUnavailableError || error instanceof InconsistentNodeError) {
        this.failures += 1;
        const isLasting = this.failures % MAX_CONSECUTIVE_FAILURES === 0;
        // Waiting for proof, or for its turn, a range is not too large.
        const isForSize = !(error instanceof UnprovedBlockError) && !(error instanceof ThrottledError);
        if (error instanceof UnexplainedError || (isLasting && isForSize))
          this.plan.shrink(this.nextBlock ?? 0);
      }
      throw error;
    }
  }

  private async tryStep(): Promise<Step | null> {
    this.state ??= await this.load();
    const step = (await this.follow(this.state)) ?? (await this.next(this.state));
    return step?.kind === 'level' ? this.readAgain(step) : step;
  }

  /** Level, there is time to look for what the first reading of a block did not get. */
  private async readAgain(level: Step): Promise<Step> {
    const { state, repair, secondReading } = this;
    if (repair === null || secondReading === null || !state?.head) return level;
    const overlooked = await secondReading.goOn(state, state.head);
    if (overlooked === null) return level;
    this.restart();
    try {
      return await repair.repair(new ContradictionError(overlooked.contradiction), [], overlooked.located);
    } catch (error) {
      if (!(error instanceof IndexHaltedError)) throw error;
      // What is served goes on: an operator reads of it.
      await overlooked.passOver(error.message);
      return level;
    }
  }

  /** What does not fit is repaired when it is of the next block: what comes before it is written first. */
  private async mend(error: unknown): Promise<Step | null> {
    this.restart();
    const next = this.nextBlock;
    if (this.repair === null || next === null) throw error;
    if (error instanceof ContradictionError) {
      const { blockNumber } = error.contradiction;
      this.plan.stopBefore(blockNumber);
      return blockNumber > next ? null : this.repair.repair(error, error.fresh);
    }
    const refused = await asRefusedRow(this.writer.session, error, next);
    if (refused === null) throw error;
    if (this.writingTo <= next) return this.repair.repair(refused, []);
    this.plan.stopBefore(Math.ceil((next + this.writingTo) / 2));
    return null;
  }

  /** As {@link FeedFollower.findGap} says. */
  async findFeedGap(): Promise<string | null> {
    return this.state && this.feeds.findGap(this.state);
  }

  /** Starts the next step from what the tables say: another program, or another part of this one, has changed them. */
  forget(): void {
    this.restart();
    this.registry = null;
  }

  /** Gives up the reads on their way, and starts the next step from the head that the tables have. */
  private restart(): void {
    this.state = null;
    this.addressIds = new AddressIds();
    this.prepared = null;
    this.readAhead.drop();
  }

  private async load(): Promise<IndexState> {
    const fits = await inTransaction(this.writer, () => bindDeployment(this.writer.session, this.deployment));
    await this.feeds.rest(!fits);
    const state = await readState(this.writer.session, this.deployment, this.registry);
    this.registry = state.registry;
    return state;
  }

  /** Takes in the distributors of programs that are new; null when there are none. */
  private async follow(state: IndexState): Promise<Step | null> {
    const distributors = await this.follower.attend(state);
    if (distributors.length === 0) return null;
    // The prepared batch lacks their logs.
    this.restart();
    const unknownRoots = await listUnknownRoots(this.writer.session, distributors);
    return { kind: 'followed', distributors: distributors.length, unknownRoots };
  }

  /** @returns null when a smaller range is to be asked for */
  private async next(state: IndexState): Promise<Step | null> {
    const { head } = state;
    const from = head === null ? this.options.startBlock : head.number + 1;
    this.nextBlock = from;
    const { prepared } = this;
    this.prepared = null;
    if (this.isMakingKeys) {
      const built = await this.buildKey();
      if (built !== null) return built;
    }
    const ahead = prepared === null ? this.readAhead.take(from) : null;
    // Blocks read ahead are final: the newest block need not be known anew for it.
    if ((prepared ?? ahead) === null || this.latest === null) this.latest = await this.node.latest();
    const { latest } = this;
    const { finalized, finalityBlocks } = this.options;
    await finalized?.follow(this.node, latest.number, finalityBlocks);
    if (head === null || latest.number >= head.number) this.lowerChain.reset();
    if (head !== null && latest.number <= head.number) {
      return latest.hash === head.hash ? this.confirm(state, head) : this.settleFork(latest);
    }
    if (latest.number < from) return { kind: 'node-behind' };
    if (state.isBuilding && prepared === null) {
      const built = await this.manageKeys(state, from, latest);
      if (built !== null) return built;
    }
    const looked = this.feeds.look(state, latest);
    // Awaited below, unless what is read meanwhile fails first.
    looked.catch(() => undefined);
    try {
      if (prepared !== null) {
        const write = await prepared;
        if (write.batch.from.parentHash === head?.hash) return await this.write(write, latest);
        this.restart();
        return await this.settleFork(latest);
      }
      const read = await (ahead ?? this.begin(this.planned(from, latest), state, latest));
      if (head !== null && read.headers[0]?.parentHash !== head.hash) return await this.settleFork(latest);
      if (await this.feeds.settle(await looked, state, latest, read.headers)) {
        this.restart();
        return null;
      }
      return await this.write(await this.prepare(read, state, latest), latest);
    } catch (error) {
      const isProvedBefore = error instanceof UnprovedBlockError && error.block > from;
      if (isProvedBefore) this.plan.stopBefore(error.block);
      else if (error instanceof HeadersNeededError) this.plan.needHeaders(from, error);
      else if (!(error instanceof NodeError) || error.remedy !== 'smaller' || !this.plan.refuse(from, error))
        throw error;
      this.restart();
      return null;
    }
  }

  /** Takes keys off before a long backfill, and puts them back, one a step, before its last blocks. */
  private async manageKeys({ head }: IndexState, from: number, latest: BlockHeader): Promise<Step | null> {
    const final = this.firstUnfinal(latest) - from;
    if (final <= 0) return this.buildKey();
    if (head === null && final >= LONG_BACKFILL_BLOCKS)
      await inTransaction(this.writer, () => deferKeys(this.writer.session));
    return null;
  }

  /** @returns null when no key is left to make */
  private async buildKey(): Promise<Step | null> {
    const built = await inTransaction(this.writer, () => buildNextKey(this.writer.session));
    this.isMakingKeys = built !== null;
    return built && { kind: 'built-key', ...built };
  }

  private planned(from: number, latest: BlockHeader): PlannedRange {
    return this.plan.next(from, latest.number, this.firstUnfinal(latest));
  }

  private begin(range: PlannedRange, { registry }: IndexState, latest: BlockHeader): Promise<RangeRead> {
    if (!range.isLong) return this.reader.read(registry, range, latest, this.firstUnfinal(latest));
    const phases = registry.feeds.within(range.from, range.to).map(({ fromBlock }) => fromBlock);
    return this.reader.readLong(registry, range, latest, this.crossCheck, phases);
  }

  private firstUnfinal(latest: BlockHeader): number {
    return firstUnfinal(this.options, latest.number);
  }

  /** Completes and folds the reads, as far as that goes before its turn to be written. */
  private async prepare(read: RangeRead, state: IndexState, latest: BlockHeader): Promise<PreparedWrite> {
    const { batch, rounds, curveFee, write } = await checkBatch(await this.reader.complete(read), state);
    const levelAt = batch.to.number === latest.number ? this.clock.now() : null;
    const folded = await foldBatch(batch, state);
    const unfinal = firstUnfinal(this.options, batch.to.number);
    const finalBefore = this.options.finalized === undefined ? 0 : Math.max(0, unfinal);
    const chain = { newest: latest.number, firstUnfinal: unfinal, finalBefore, levelAt };
    const addresses = await this.addressIds.resolve(this.writer.session, addressesOf(folded.rows));
    const transaction = new PipelinedTransaction(this.writer, (session) =>
      write(session, addresses.idOf, () => writeBatch(session, folded, chain, addresses)),
    );
    const after = { ...folded.after, rounds, curveFee, isBuilding: state.isBuilding && levelAt === null };
    return { batch, after, levelAt, transaction };
  }

  /** Writes a batch, while the next one is prepared and those after it are on their way. */
  private async write(prepared: PreparedWrite, latest: BlockHeader): Promise<Step> {
    const { batch, after, levelAt, transaction } = prepared;
    const to = batch.to.number;
    this.writingTo = to;
    this.plan.accept(batch.range, batch.logs, batch.events.length);
    this.failures = 0;
    this.node.trust();
    const plan = (from: number): PlannedRange => this.planned(from, latest);
    const begin = (range: PlannedRange): Promise<RangeRead> => this.begin(range, after, latest);
    // Of a size that may be refused, one is enough: the others would be asked for in vain.
    const depth = this.plan.isProven ? DEPTH : 1;
    this.readAhead.fill(to + 1, this.firstUnfinal(latest) - 1, depth, plan, begin);
    const committed = transaction.commit();
    const ahead = this.readAhead.take(to + 1);
    // Not before the server has enough to do: it would wait for its next statement while the loop is at this.
    const next = ahead && transaction.underWay.then(async () => this.prepare(await ahead, after, latest));
    // The step that takes it hears of its failure.
    next?.catch(() => undefined);
    await committed;
    this.state = after;
    this.prepared = next;
    if (levelAt !== null) this.confirmedAt = levelAt.getTime();
    const roots = batch.events.filter(({ name }) => name === 'RootSet').map(({ contract }) => contract);
    const unknownRoots = await listUnknownRoots(this.writer.session, roots);
    return { kind: 'advanced', block: to, target: latest.number, events: batch.events.length, unknownRoots };
  }

  /** The head is the chain's newest block. One that was written while there was more to read has no keys and sums yet. */
  private async confirm(state: IndexState, head: HeadBlock): Promise<Step> {
    const { session } = this.writer;
    const now = this.clock.now();
    if (state.isBuilding) {
      const built = await this.buildKey();
      if (built !== null) return built;
      await inTransaction(this.writer, async () => {
        await buildSums(session, { blockNumber: head.number, time: new Date(head.timestamp * 1_000) });
        await moveHead(session, head, now);
      });
      this.state = { ...state, isBuilding: false };
    } else if (now.getTime() - this.confirmedAt >= CONFIRM_LEVEL_MS) {
      await inTransaction(this.writer, () => confirmLevel(session, now));
    } else return { kind: 'level' };
    this.confirmedAt = now.getTime();
    return { kind: 'level' };
  }

  /** The node's chain does not go on from our head. */
  private async settleFork(latest: BlockHeader): Promise<Step> {
    const { writer, node, deployment, options, lowerChain } = this;
    const isLower = (): boolean => lowerChain.isLasting(this.clock.now().getTime());
    const fork = await resolveFork(writer, node, deployment, options, latest, isLower);
    if (fork.kind === 'rolled-back') {
      this.feeds.forgetAfter(fork.block);
      this.restart();
    }
    return fork;
  }
}

interface CheckedBatch extends Pick<IndexState, 'rounds' | 'curveFee'> {
  /** Without what frozen apps did. */
  readonly batch: ReadBatch;
  /** Writes it, if it follows from what the tables have. @throws ContradictionError */
  readonly write: (session: Session, idOf: IdOf, write: () => Promise<void>) => Promise<void>;
}

/** Checks a batch by the contracts' arithmetic. @throws ContradictionError with the batch's events */
async function checkBatch(
  whole: ReadBatch,
  { registry, findings, rounds, curveFee }: IndexState,
): Promise<CheckedBatch> {
  const batch = { ...whole, events: withoutFrozen(whole.events, registry, findings) };
  const withEvents = (error: unknown): never => {
    if (error instanceof ContradictionError) error.fresh = batch.events;
    throw error;
  };
  const checked = await checkEvents(batch.events, { registry, findings, rounds, curveFee }).catch(withEvents);
  return {
    batch,
    rounds: checked.rounds,
    curveFee: checked.curveFee,
    // What the tables had is asked for before they are written.
    write: (session, idOf, write) =>
      runConcurrently([() => checkBefore(session, checked, findings, idOf), write]).catch(withEvents),
  };
}
