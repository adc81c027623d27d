import { type ChainEvent, type ChainNode } from '@slipway/chain';
import { type Deployment } from '@slipway/protocols';
import type { Address } from '@slipway/domain';
import { keyOf, type Contradiction, type ContradictionError } from '../fold/contradiction.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';
import type { IndexerOptions } from '../registry/indexer-options.js';
import { IndexHaltedError } from '../rollback/halted.js';
import { RewindRefusedError, rewindIndex } from '../rollback/rewind-index.js';
import { startOver } from '../rollback/roll-back.js';
import { addFinding } from '../tables/findings.js';
import { levelNoLaterThanHead } from '../tables/head.js';
import { AppLogs } from './app-logs.js';
import { stateOf } from './compare-state.js';
import { locate, type BlockProof, type Located } from './locate.js';

/** An index is taken back this far in one transaction; further back it is built anew beside the served one. */
const MAX_REWIND_BLOCKS = 50_000;

/** A search that ended in a halt is made again after so long, each time twice as long. */
const SEARCH_AGAIN_MS = 10_000;
const SEARCH_AGAIN_MAX_MS = 300_000;

/** A block whose proof did not end the contradiction is proved so often. */
const MAX_PROOFS = 3;

/** What a repair did, and what it was about. */
export interface Repaired {
  readonly kind: 'repaired';
  /**
   * `rewound`: the index stands before the block that lacked logs. `proved`: that block is yet to be read, by its proof. `accepted`: the
   * chain is so, and is indexed as it is. `frozen`: nothing more of the app is indexed. `rebuilding`: the index is built anew beside.
   */
  readonly outcome: 'rewound' | 'proved' | 'accepted' | 'frozen' | 'rebuilding';
  readonly app: Address | null;
  /** The block that did not fit. */
  readonly block: number;
  /** The block that lacked logs; null when none did. */
  readonly missing: number | null;
  readonly what: string;
}

/** What readiness says of a repair. */
export interface RepairStatus {
  readonly app: Address | null;
  readonly block: number;
  readonly missing: number | null;
  /** Of the search, then of the blocks that are read again. */
  readonly percent: number;
}

/** What a repair needs from the program around it. */
export interface RepairPort {
  /** An index that is not served yet may begin anew at once. */
  readonly isServed: boolean;
  /** How blocks are read whose logs a node withheld: a rebuild needs what the served index has found. */
  readonly proofs: Map<number, Proof>;
  readonly tell: (status: RepairStatus | null) => Promise<void>;
  /** Has the index built anew beside; false when an operator has to ask for it. */
  readonly orderRebuild: () => Promise<boolean>;
  /** How much of the chain a rebuild that is under way has read; null when there is none. */
  readonly rebuilt: () => Promise<number | null>;
}

export interface Proof {
  readonly proof: BlockProof;
  times: number;
}

/** Finds what a contradiction lacks, and takes the index back to it. */
export class IndexRepair {
  private halted: {
    readonly key: string;
    readonly error: IndexHaltedError;
    until: number;
    waitMs: number;
  } | null = null;
  private rewoundTo: number;
  /** The contradiction that a rebuild is to end. */
  private rebuilding: string | null = null;

  /**
   * @param sources each node by itself
   * @param status of a repair that another process began
   */
  constructor(
    private readonly writer: Writer,
    private readonly node: ChainNode,
    readonly sources: readonly ChainNode[],
    private readonly deployment: Deployment,
    private readonly options: IndexerOptions,
    private readonly port: RepairPort,
    private status: RepairStatus | null = null,
  ) {
    this.rewoundTo = (status?.missing ?? status?.block ?? 0) - 1;
  }

  /** Asks for an index that is built anew, as the settings have it. */
  async orderRebuild(): Promise<void> {
    await this.port.orderRebuild();
  }

  /** Whether the index is built anew beside this one. */
  async isRebuilding(): Promise<boolean> {
    return (await this.port.rebuilt()) !== null;
  }

  /** How blocks are read whose logs nodes withheld. */
  get proofs(): ReadonlyMap<number, Proof> {
    return this.port.proofs;
  }

  /**
   * @param fresh events of blocks that are not written yet, the contradiction's first
   * @param known what it lacks; it is looked for when not given
   * @throws IndexHaltedError when nothing that nodes give explains it, and it cannot be indexed as it is
   */
  async repair(
    { contradiction, cause }: ContradictionError,
    fresh: readonly ChainEvent[],
    known?: Located,
  ): Promise<Repaired> {
    const { app, blockNumber: block, what } = contradiction;
    const key = keyOf(contradiction);
    if (this.halted?.key === key && Date.now() < this.halted.until) throw this.halted.error;
    if (this.rebuilding === key) {
      const percent = await this.port.rebuilt();
      if (percent !== null) {
        if (percent !== this.status?.percent) await this.tell({ app, block, missing: null, percent });
        return { kind: 'repaired', outcome: 'rebuilding', app, block, missing: null, what };
      }
      this.rebuilding = null;
    }
    await this.tell({ app, block, missing: null, percent: 0 });
    try {
      const located = known ?? (app === null ? NOWHERE : await this.locate(contradiction, app, fresh));
      const outcome = await this.act(contradiction, located);
      this.halted = null;
      if (outcome === 'rebuilding') this.rebuilding = key;
      const missing = located.kind === 'found' ? located.block : null;
      if (outcome === 'accepted' || outcome === 'frozen') await this.tell(null);
      return { kind: 'repaired', outcome, app, block, missing, what };
    } catch (error) {
      if (error instanceof IndexHaltedError) {
        if (cause !== undefined) error.cause ??= cause;
        this.halt(key, error);
      }
      throw error;
    }
  }

  /** The index has come to a block: a repair has ended when that is the one that did not fit. */
  async reached(block: number): Promise<void> {
    const { status } = this;
    if (status === null) return;
    // What is built beside is read by the proofs, whatever was served meanwhile.
    if (this.rebuilding !== null && (await this.isRebuilding())) return;
    if (block >= status.block) {
      this.port.proofs.clear();
      return this.tell(null);
    }
    const all = Math.max(1, status.block - this.rewoundTo);
    const percent = Math.min(99, Math.max(0, Math.floor((100 * (block - this.rewoundTo)) / all)));
    if (percent !== status.percent) await this.tell({ ...status, percent });
  }

  private async locate(
    contradiction: Contradiction,
    app: Address,
    fresh: readonly ChainEvent[],
  ): Promise<Located> {
    const { session } = this.writer;
    const { blockNumber: to, since } = contradiction;
    const logs = await AppLogs.read(session, this.deployment, app, fresh);
    const from = Math.min(to, since ?? logs.indexed?.launched ?? this.options.startBlock);
    const differs = stateOf(session, this.deployment, contradiction, logs);
    return locate(this.sources, { from, to, logs, differs }, async (percent) => {
      if (percent !== this.status?.percent) await this.tell({ app, block: to, missing: null, percent });
    });
  }

  private async act(contradiction: Contradiction, located: Located): Promise<Repaired['outcome']> {
    const { kind, app, blockNumber: block } = contradiction;
    const name = `app ${app ?? 'unknown'}, block ${block}: ${contradiction.what}`;
    if (located.kind === 'found') return this.goBackTo(contradiction, name, located.block, located.proof);
    if (located.kind === 'withheld')
      throw new IndexHaltedError(`${name}; no node gives all logs of ${toText(located.range)}`);
    const isWritable = kind !== 'balance' && kind !== 'constraint';
    if (!isWritable && (app === null || located.confirmedBy < 2))
      throw new IndexHaltedError(`${name}; no node has a log that the index lacks`);
    await inTransaction(this.writer, () => addFinding(this.writer.session, contradiction, !isWritable));
    return isWritable ? 'accepted' : 'frozen';
  }

  private async goBackTo(
    { app, blockNumber: block }: Contradiction,
    name: string,
    missing: number,
    proof: BlockProof,
  ): Promise<Repaired['outcome']> {
    const times = (this.port.proofs.get(missing)?.times ?? 0) + 1;
    if (times > MAX_PROOFS)
      throw new IndexHaltedError(`${name}; block ${missing} lacks logs, however it is read`);
    this.port.proofs.set(missing, { proof, times });
    this.rewoundTo = Math.min(missing, block) - 1;
    await this.tell({ app, block, missing, percent: 0 });
    if (missing >= block) return 'proved';
    try {
      if (block - missing > MAX_REWIND_BLOCKS) throw new RewindRefusedError('it is too far back');
      await rewindIndex(this.writer, this.node, this.deployment, this.options, missing - 1);
      await inTransaction(this.writer, () => levelNoLaterThanHead(this.writer.session));
      return 'rewound';
    } catch (error) {
      if (!(error instanceof RewindRefusedError)) throw error;
      if (!this.port.isServed) {
        await inTransaction(this.writer, () => startOver(this.writer.session));
        return 'rewound';
      }
      if (await this.port.orderRebuild()) return 'rebuilding';
      throw new IndexHaltedError(
        `${name}; block ${missing} lacks logs, and no rewind goes back to it (${error.message}): rebuild the index`,
      );
    }
  }

  private halt(key: string, error: IndexHaltedError): void {
    const waitMs =
      this.halted?.key === key ? Math.min(2 * this.halted.waitMs, SEARCH_AGAIN_MAX_MS) : SEARCH_AGAIN_MS;
    this.halted = { key, error, waitMs, until: Date.now() + waitMs };
  }

  private async tell(status: RepairStatus | null): Promise<void> {
    this.status = status;
    await this.port.tell(status);
  }
}

function toText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? `block ${from}` : `blocks ${from} to ${to}`;
}

const NOWHERE: Located = { kind: 'none', confirmedBy: 0 };
