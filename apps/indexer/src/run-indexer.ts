import type { ConsoleLogger } from '@nestjs/common';
import {
  ChainNode,
  NewHeads,
  NodeError,
  UnlinkedBlockError,
  checkNode,
  webSocketUrls,
  type BlockHeader,
} from '@slipway/chain';
import { findProtocol, readDeployment, toContracts } from '@slipway/protocols';
import { PoolerError } from '@slipway/database';
import { LOCAL_CHAIN_ID, SettingsError, type Settings } from '@slipway/settings';
import { systemClock } from '@slipway/domain';
import { Backoff, pause } from './leadership/backoff.js';
import { describeError } from './leadership/describe-error.js';
import { Heartbeat } from './leadership/heartbeat.js';
import { HolderCheckpoints } from './maintenance/holder-checkpoints.js';
import { IndexRebuild, type MakeIndexer } from './maintenance/index-rebuild.js';
import { FinalizedBlock } from './registry/finalized-block.js';
import { Indexer } from './ingest/indexer.js';
import type { Step } from './ingest/step.js';
import { MaintenanceJobs } from './maintenance/maintenance-jobs.js';
import { orderRebuild, readRebuilt } from './maintenance/job.js';
import { IndexRepair, type Proof, type RepairPort, type RepairStatus } from './repair/index-repair.js';
import { IndexHaltedError } from './rollback/halted.js';
import { rewindIndex } from './rollback/rewind-index.js';
import { forgetFindings } from './tables/findings.js';
import { OtherDeploymentError } from './tables/deployment.js';
import { openWriter, type WriterTerm } from './leadership/writer-connection.js';
import { readRepair, setFailing, setHalted, setRepair } from './leadership/writer-status.js';

const STANDBY_POLL_MS = 500;

/** A halted index looks this often whether the chain, or an operator, has changed something. */
const HALTED_POLL_MS = 2_000;

/** How often a level index compares its price with what the price feeds answer. */
const FEED_GAP_MS = 60_000;

/** While they differ, so that it is soon told when they do not any more. */
const KNOWN_FEED_GAP_MS = 5_000;

/** Failures in a row from which on they are no passing ones. */
const LASTING_FAILURES = 3;

/** What waiting does not change. */
const HOPELESS = [OtherDeploymentError, PoolerError, SettingsError];

/** Runs the indexer until the signal, as the writer or a standby, through every error that may pass. */
export async function runIndexer(env: Settings, logger: ConsoleLogger, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff(logger, signal);
  const heads = new NewHeads(env.rpc.ws.length > 0 ? env.rpc.ws : webSocketUrls(env.rpc.http), signal);
  const onConnectionError = (error: Error): void => {
    logger.warn({ message: 'database connection lost', error: describeError(error) });
  };
  const isStopping = (): boolean => signal.aborted;
  tellOfNodes(env, logger, signal).catch((error: unknown) => {
    logger.warn({ message: 'the nodes were not checked', error: describeError(error) });
  });
  while (!isStopping()) {
    try {
      const writer = await openWriter(env.databaseUrl, onConnectionError);
      if (writer === null) await pause(STANDBY_POLL_MS, signal);
      else await new LeaderTerm(env, logger, signal, backoff, heads, writer, onConnectionError).run();
    } catch (error) {
      if (isStopping()) return;
      if (HOPELESS.some((kind) => error instanceof kind)) throw error;
      await backoff.wait(error);
    }
  }
}

/** Says once what each node lacks of what is asked of it, and what is done without. Nodes are named by their place in RPC_URL. */
async function tellOfNodes(
  { rpc, chainId, startBlock, indexerMaxRangeBlocks }: Settings,
  logger: ConsoleLogger,
  signal: AbortSignal,
): Promise<void> {
  for (const [i, url] of rpc.http.entries()) {
    const expected = { chainId, startBlock: Number(startBlock), maxRange: indexerMaxRangeBlocks };
    const abilities = await checkNode(url, expected, { signal });
    if (signal.aborted) return;
    for (const { name, isNeeded, failure, without } of abilities) {
      if (failure === null) continue;
      const line = { message: 'node lacks', node: i + 1, ability: name, failure, without };
      if (isNeeded) logger.error(line);
      else logger.warn(line);
    }
    logger.log({
      message: 'node checked',
      node: i + 1,
      lacks: abilities.filter((one) => one.failure !== null).length,
    });
  }
}

class LeaderTerm {
  private readonly node: ChainNode;
  /** As the database has it; undefined before it was told. */
  private halted: string | null | undefined;
  /** Logs of blocks that had left the chain, as last told. */
  private removedLogs = 0;
  /** Why blocks were not read a second time, as last told. */
  private notReread: string | null = null;
  /** Null where a number of blocks says what is final. */
  private readonly finalized: FinalizedBlock | null;
  /** Why the finalized block is not known, as last told. */
  private notFinalized: string | null = null;
  private repair: IndexRepair | null = null;
  private readonly proofs = new Map<number, Proof>();
  /** What feeds answer that the index has another price of, and when that was last asked. */
  private feedGap: string | null = null;
  private feedsAskedAt = 0;
  private readonly checkpoints: HolderCheckpoints;
  /** Whether the database may say that this writer, or the one before, fails. */
  private isFailing = true;

  constructor(
    private readonly env: Settings,
    private readonly logger: ConsoleLogger,
    private readonly signal: AbortSignal,
    private readonly backoff: Backoff,
    private readonly heads: NewHeads,
    private readonly writer: WriterTerm,
    private readonly onConnectionError: (error: Error) => void,
  ) {
    this.node = this.openNode();
    this.checkpoints = new HolderCheckpoints(writer, env.finality.blocks);
    this.finalized = env.finality.isByTag ? new FinalizedBlock(systemClock) : null;
  }

  /** Steps until something fails that only a new connection may mend, or the signal. */
  async run(): Promise<void> {
    const { env, logger, writer, onConnectionError } = this;
    const heartbeat = new Heartbeat(env.databaseUrl, writer.epoch, onConnectionError);
    const { epoch, idleTerms, failingBlock } = writer;
    if (idleTerms > 0) {
      const message = 'the writer before did not move the head';
      logger.warn({ message, epoch, idleTerms, block: failingBlock });
    }
    let jobs: MaintenanceJobs | null = null;
    try {
      while (!this.signal.aborted) {
        await this.throughNodeErrors(null, async () => {
          jobs ??= await this.openJobs();
          await jobs.run();
        });
        // A job that waits for a node does not hold up the index that is served.
        const indexer = (jobs as MaintenanceJobs | null)?.indexer;
        if (indexer !== undefined) await this.throughNodeErrors(indexer, () => this.step(indexer));
      }
    } finally {
      await (jobs as MaintenanceJobs | null)?.close();
      await heartbeat.stop();
      // A connection that broke cannot be closed in good order; its error was reported already.
      await writer.session.end().catch(() => undefined);
      logger.log({ message: 'no longer the writer', epoch: writer.epoch });
    }
  }

  private openNode(urls: readonly string[] = this.env.rpc.http): ChainNode {
    return new ChainNode(urls, this.env.chainId, { signal: this.signal });
  }

  /** What the served index is repaired by; of a rebuild nothing is told, and nothing further is ordered. */
  private repairPort(isServed: boolean): RepairPort {
    const { writer, env, proofs } = this;
    const common = { isServed, proofs };
    if (!isServed) {
      const nothing = (): Promise<null> => Promise.resolve(null);
      return {
        ...common,
        tell: () => Promise.resolve(),
        orderRebuild: () => Promise.resolve(false),
        rebuilt: nothing,
      };
    }
    return {
      ...common,
      tell: (status) => setRepair(writer, status),
      rebuilt: () => readRebuilt(writer.session),
      orderRebuild: async () => {
        if (env.indexRepair === 'auto') await orderRebuild(writer.session);
        return env.indexRepair === 'auto';
      },
    };
  }

  private async openJobs(): Promise<MaintenanceJobs> {
    const { env, node, writer, logger } = this;
    const read = await readDeployment(node, findProtocol(env.protocol), toContracts(env), env.chainId);
    const deployment = { ...read, withoutFundings: !env.fundings };
    const options = {
      startBlock: Number(env.startBlock),
      finalityBlocks: env.finality.blocks,
      ...(this.finalized !== null && { finalized: this.finalized }),
      maxRange: env.indexerMaxRangeBlocks,
      // The block that the writer before did not get past is found by itself.
      ...(writer.idleTerms > 0 && { firstBlocks: 1 }),
      local: env.chainId === LOCAL_CHAIN_ID,
    };
    // A rebuild has responses of its own to prove: a node that is sound at the head may lack old blocks.
    const sources = env.rpc.http.map((url) => this.openNode([url]));
    const begun = await readRepair<RepairStatus>(writer);
    const makeIndexer: MakeIndexer = (to) => {
      const isServed = to === writer;
      const reads = isServed ? node : this.openNode();
      const port = this.repairPort(isServed);
      const repair = new IndexRepair(to, reads, sources, deployment, options, port, isServed ? begun : null);
      if (isServed) this.repair = repair;
      return new Indexer(to, reads, deployment, options, systemClock, repair);
    };
    const rewindTo = async (block: number): Promise<BlockHeader> => {
      const head = await rewindIndex(writer, node, deployment, options, block);
      await forgetFindings(writer.session, block);
      return head;
    };
    const beginRebuild = (job: number): Promise<IndexRebuild> =>
      IndexRebuild.begin(env.databaseUrl, writer, makeIndexer, this.onConnectionError, job);
    logger.log({ message: 'indexing', chainId: env.chainId, epoch: writer.epoch });
    return new MaintenanceJobs(writer, makeIndexer(writer), rewindTo, beginRebuild, logger);
  }

  private async step(indexer: Indexer): Promise<void> {
    const step = await indexer.step();
    this.backoff.reset();
    await this.setHalted(null);
    if (this.isFailing) {
      await setFailing(this.writer, null);
      // What was told of feeds was told in the same place.
      this.feedsAskedAt = 0;
    }
    this.isFailing = false;
    report(step, this.logger);
    const { removedLogs } = this.node;
    if (removedLogs > this.removedLogs) this.logger.warn({ message: 'removed logs skipped', removedLogs });
    this.removedLogs = removedLogs;
    const notReread = indexer.secondReading?.failure ?? null;
    if (notReread !== null && notReread.why !== this.notReread)
      this.logger.warn({
        message: 'not read a second time',
        blocks: notReread.blocks,
        reason: notReread.why,
      });
    this.notReread = notReread?.why ?? null;
    const notFinalized = this.finalized?.failure ?? null;
    if (notFinalized !== null && this.notFinalized === null)
      this.logger.warn({ message: 'not finalized', reason: notFinalized });
    this.notFinalized = notFinalized;
    if (step.kind === 'advanced') await this.repair?.reached(step.block);
    if (step.kind === 'level') await this.repair?.reached((indexer.nextBlock ?? 0) - 1);
    if (step.kind === 'repaired' && step.outcome === 'rebuilding') await pause(HALTED_POLL_MS, this.signal);
    const isLevel = step.kind === 'level' || (step.kind === 'advanced' && step.block === step.target);
    if (isLevel) {
      await this.compareFeeds(indexer);
      await this.checkpoints.makeSome();
    }
    if (step.kind === 'level' || step.kind === 'node-behind') {
      await this.heads.next(this.env.indexerPollMs, this.signal);
    }
  }

  /** Told in the log and in readiness: figures in USD are not what the feeds say. */
  private async compareFeeds(indexer: Indexer): Promise<void> {
    const since = Date.now() - this.feedsAskedAt;
    if (since < (this.feedGap === null ? FEED_GAP_MS : KNOWN_FEED_GAP_MS)) return;
    this.feedsAskedAt = Date.now();
    const gap = await indexer.findFeedGap();
    if (gap !== null && this.feedGap === null) this.logger.warn({ message: 'other price', reason: gap });
    if (gap !== null || this.feedGap !== null)
      await setFailing(this.writer, gap === null ? null : { block: null, failure: gap });
    this.feedGap = gap;
  }

  /**
   * Errors of nodes leave the right to write where it is; a chain that cannot be followed, as it is, is waited for. Others are named
   * with their block: in the log, and in readiness when they are no passing ones.
   */
  private async throughNodeErrors(indexer: Indexer | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const block = indexer?.nextBlock ?? null;
      this.backoff.block = block;
      if (this.backoff.failures + 1 >= LASTING_FAILURES && !(error instanceof IndexHaltedError)) {
        this.isFailing = true;
        // The connection may be what failed. The first error is the one that says why.
        await setFailing(this.writer, { block, failure: describeError(error) }).catch(() => undefined);
      }
      if (error instanceof IndexHaltedError || error instanceof UnlinkedBlockError) {
        if (this.halted !== error.message) this.logger.error({ message: 'halted', reason: error.message });
        await this.setHalted(error.message);
        await pause(HALTED_POLL_MS, this.signal);
      } else if (error instanceof NodeError) await this.backoff.wait(error);
      else throw error;
    }
  }

  private async setHalted(reason: string | null): Promise<void> {
    if (this.halted === reason) return;
    await setHalted(this.writer, reason);
    this.halted = reason;
  }
}

function report(step: Step, logger: ConsoleLogger): void {
  if (step.kind === 'followed')
    logger.log({ message: 'following distributors', distributors: step.distributors });
  if (step.kind === 'advanced' || step.kind === 'followed') {
    // What such a distributor pays cannot be proved here: its operator has to publish the tree, or set a known root.
    for (const root of step.unknownRoots) logger.error({ message: 'root of no published tree', ...root });
  }
  // A backfill's way is worth reading, each block at the head only when one looks for something.
  if (step.kind === 'advanced') {
    if (step.block < step.target) logger.log({ message: 'indexed', ...step });
    else logger.debug({ message: 'indexed', ...step });
  }
  if (step.kind === 'built-key') logger.log({ message: 'key built', name: step.name, left: step.left });
  if (step.kind === 'repaired') {
    const line = { message: 'contradiction', ...step };
    if (step.outcome === 'accepted' || step.outcome === 'frozen') logger.error(line);
    else logger.warn(line);
  }
  if (step.kind === 'rolled-back') logger.warn({ message: 'chain reorganised', ...step });
}
