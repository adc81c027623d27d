import { NodeError } from '@slipway/chain';
import type { Indexer } from '../../../apps/indexer/src/ingest/indexer.js';
import type { IndexerOptions } from '../../../apps/indexer/src/registry/indexer-options.js';
import { seededRandom } from '../market-activity.js';
import { passTime } from './fast-time.js';
import { FAULTS, FAULT_NAMES, type Fault, type FaultName } from './faults.js';
import { FaultyNode, NodeServer } from './faulty-node.js';
import { ModelChain, knownOf, type ChainShape } from './model-chain.js';
import { TrialIndex } from './trial-index.js';

/** So many chains are read in all trials, and in the first of them: what each gives without faults is made once. */
const CHAINS = 200;
const FIRST_CHAINS = 10;
const FIRST_SEEDS = 100;

/** Failed steps in a row after which an index stands still. */
const STILL_AFTER = 80;

/** Between a failed step and the next, as the program waits. */
const PAUSE_MS = 2_000;

/** Apps whose contracts one filter names: the blooms of more are full. */
const ONE_FILTER = 490;

/** What leaves a log out, of more than one kind of answer. */
const HIDES_ALL: FaultName = 'missing-logs-and-receipts';
const HIDING: readonly FaultName[] = [HIDES_ALL, 'missing-logs', 'lost-trade'];
const UNKNOWING: readonly FaultName[] = ['unknowing-bloom', 'partly-unknowing-bloom'];

/** A minute at a time, so often at most, until all blocks were read a second time. */
const READ_AGAIN_MS = 60_000;
const READ_AGAIN_LOOKS = 200;
const READ_AGAIN_EACH = 4;

const ROUNDS = 3;
const FINALITY_BLOCKS = 16;

/** What an index says of a chain that left a block that was final. */
const LEFT_FINAL = "shares none of the index's last";
const NODE_OPTIONS = { timeoutMs: 5_000, attempts: 3, retryMs: 1 };

/** A node that hangs is given up on after so long; it is real time. */
const HANG_MS = 60;

/** What a trial found; `wrong` is null when all was as it must be. */
export interface Found {
  readonly seed: number;
  readonly nodes: readonly (readonly FaultName[])[];
  readonly done: Readonly<Record<string, number>>;
  readonly failures: number;
  readonly rollbacks: number;
  /** What an index says that stands still, as one of its faults lets it; null when it is level. */
  readonly still: string | null;
  readonly wrong: string | null;
}

interface Plan {
  readonly chain: number;
  readonly nodes: readonly (readonly FaultName[])[];
  readonly options: IndexerOptions;
  readonly random: () => number;
}

function planOf(seed: number, among: readonly FaultName[] = FAULT_NAMES): Plan {
  const random = seededRandom(seed);
  const chain = chainOf(seed);
  const nodes = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) => {
    // One node of several may be sound.
    const faults = (i === 0 ? 1 : 0) + Math.floor(random() * 3);
    const names = Array.from({ length: faults }, () => among[Math.floor(random() * among.length)]!);
    // Each of them in its turn.
    if (i === 0) names[0] = among[seed % among.length]!;
    return [...new Set(names)];
  });
  return { chain, nodes, options: optionsOf(chain, random), random };
}

function chainOf(seed: number): number {
  return seed % (seed > FIRST_SEEDS ? CHAINS : FIRST_CHAINS);
}

function optionsOf(chain: number, random: () => number): IndexerOptions {
  const { firstBlock: startBlock, quietBlocks } = shapeOf(chain);
  const most = quietBlocks > 0 ? 200 : 20;
  return {
    startBlock,
    maxRange: random() < 0.1 && quietBlocks === 0 ? 1 : 4 + Math.floor(random() * most),
    finalityBlocks: FINALITY_BLOCKS,
    recentBlocks: 0,
    local: random() < 0.3,
  };
}

function shapeOf(chain: number): ChainShape {
  return {
    firstBlock: chain % 2 === 0 ? 0 : 21_000_000 + chain,
    apps: chain % 10 === 9 ? 520 : 2 + (chain % 4),
    foreignLogs: chain % 8 === 7 ? 2_000 : 0,
    timesGoBack: chain % 5 === 4,
    quietBlocks: chain % 5 === 1 ? 300 : 0,
    deepFork: chain % 10 === 3,
  };
}

/** Whether nothing of the moment tells that a log was left out, so that only a second reading finds it. */
function isHidden({ chain, nodes }: Plan): boolean {
  // Two nodes that leave the same out are believed.
  if (nodes.filter((names) => names.some((name) => HIDING.includes(name))).length > 1) return true;
  const isFull = shapeOf(chain).apps > ONE_FILTER;
  if (isFull && nodes.some((names) => names.includes('missing-logs'))) return true;
  return nodes.some(
    (names) =>
      names.includes(HIDES_ALL) &&
      (UNKNOWING.some((name) => names.includes(name)) || (isFull && nodes.every(({ length }) => length > 0))),
  );
}

/** Mines a chain, round by round: what it is in the end does not depend on who reads it. */
function* history(chain: ModelChain, seed: number): Generator<void> {
  const random = seededRandom(1_000_000 + seed);
  chain.mine(24);
  yield;
  for (let round = 1; round < ROUNDS; round += 1) {
    chain.mine(1 + Math.floor(random() * 12));
    if (random() < 0.5) chain.fork(1 + Math.floor(random() * 12), Math.floor(random() * 2));
    yield;
  }
  if (chain.shape.deepFork) chain.fork(FINALITY_BLOCKS + 4, 1);
}

/** Reads chains through nodes with faults, one after the other, each into an empty index. */
export class Trials {
  /** What chains give without faults, as digests. */
  private constructor(
    private readonly faultless: Map<string, string>,
    private readonly server: NodeServer,
    private readonly index: TrialIndex,
  ) {}

  static async start(faultless: Map<string, string>): Promise<Trials> {
    return new Trials(faultless, await NodeServer.start(), await TrialIndex.open());
  }

  async stop(): Promise<void> {
    await this.index.close();
    await this.server.stop();
  }

  /** Digests of the chains that some seeds are of. */
  async readFaultless(from: number, to: number): Promise<ReadonlyMap<string, string>> {
    for (let seed = from; seed <= to; seed += 1) await this.faultlessOf(chainOf(seed));
    return this.faultless;
  }

  async run(seed: number, among?: readonly FaultName[]): Promise<Found> {
    const plan = planOf(seed, among);
    const chain = new ModelChain(plan.chain, shapeOf(plan.chain));
    const nodes = plan.nodes.map((faults) => new FaultyNode(chain, faults, plan.random, 12));
    const { early, digest, ...read } = await this.read(chain, nodes, plan);
    const done: Record<string, number> = {};
    for (const node of nodes) for (const [name, times] of node.done) done[name] = (done[name] ?? 0) + times;
    const found = { seed, nodes: plan.nodes, done, ...read };
    if (read.still !== null) return { ...found, wrong: this.judgeStill(plan, read.still) };
    const faultless = await this.faultlessOf(plan.chain);
    const digests = isHidden(plan) ? [digest] : [early, digest];
    const others = digests.flatMap((tables) =>
      tables.split(',').filter((table) => !faultless.includes(table)),
    );
    if (others.length > 0) return { ...found, wrong: `not as in a faultless run: ${others.join(', ')}` };
    const isFlapping = read.rollbacks > chain.forks;
    return { ...found, wrong: isFlapping ? `${read.rollbacks} rollbacks of ${chain.forks} forks` : null };
  }

  /** Only where no node is without such a fault may the index stand still. */
  private judgeStill({ nodes, chain, options }: Plan, said: string): string | null {
    if (shapeOf(chain).deepFork && !options.local && said.includes(LEFT_FINAL)) return null;
    const mayStand = nodes.every((names) =>
      names.map((name): Fault => FAULTS[name]).some(({ says }) => says?.test(said) === true),
    );
    return mayStand ? null : `stands still: ${said}`;
  }

  private async faultlessOf(chain: number): Promise<string> {
    const found = this.faultless.get(String(chain));
    if (found !== undefined) return found;
    const random = seededRandom(chain);
    const options = { ...optionsOf(chain, random), local: true };
    const plan = { chain, nodes: [[]], options, random };
    const sound = new ModelChain(chain, shapeOf(chain));
    const { digest, still } = await this.read(sound, [new FaultyNode(sound, [], plan.random, 0)], plan);
    if (still !== null) throw new Error(`a faultless run stands still: ${still}`);
    const [known, expected] = [await this.index.known(), knownOf(sound)];
    const other = [...known, ...expected].find((line) => known.includes(line) !== expected.includes(line));
    if (other !== undefined) throw new Error(`a faultless run of chain ${chain} differs: ${other}`);
    this.faultless.set(String(chain), digest);
    return digest;
  }

  private async read(
    chain: ModelChain,
    nodes: readonly FaultyNode[],
    plan: Plan,
  ): Promise<{ early: string; digest: string; failures: number; rollbacks: number; still: string | null }> {
    const timeoutMs = plan.nodes.flat().includes('hang') ? HANG_MS : NODE_OPTIONS.timeoutMs;
    const rounds = history(chain, plan.chain);
    rounds.next();
    const urls = this.server.serve(nodes);
    await this.index.empty();
    const indexer = await this.follow(urls, plan.options, timeoutMs, nodes);
    if (typeof indexer === 'string')
      return { failures: STILL_AFTER, rollbacks: 0, still: indexer, early: '', digest: '' };
    const progress = { failures: 0, rollbacks: 0, still: null as string | null };
    // Now and then the chain goes on while it is read.
    let requests = plan.random() < 0.4 ? Math.floor(plan.random() * 40) : Infinity;
    this.server.onRequest = () => {
      if (--requests === 0) rounds.next();
    };
    do progress.still = await settle(indexer, chain, progress);
    while (rounds.next().done !== true);
    this.server.onRequest = () => undefined;
    for (const node of nodes) node.calm();
    // What a repair did not find it looks for again after five minutes at the latest.
    progress.still = await settle(indexer, chain, progress, 2 * STILL_AFTER);
    const early = progress.still === null ? await this.index.digest(chain) : '';
    // It takes long: of the others some tell that it finds nothing where nothing lacks.
    const most = isHidden(plan) || plan.chain % READ_AGAIN_EACH === 0 ? READ_AGAIN_LOOKS : 0;
    for (let looks = 0; progress.still === null && looks < most; looks += 1) {
      if ((await this.index.rereadUpTo()) >= chain.head.number) break;
      passTime(READ_AGAIN_MS);
      progress.still = await settle(indexer, chain, progress, 2 * STILL_AFTER);
    }
    return { ...progress, early, digest: progress.still === null ? await this.index.digest(chain) : '' };
  }

  /** The contracts' constants are read before there is an index, again and again as the program does, and some time before the nodes are put right. @returns what it says when it cannot */
  private async follow(
    urls: readonly string[],
    options: IndexerOptions,
    timeoutMs: number,
    nodes: readonly FaultyNode[],
  ): Promise<Indexer | string> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.index.follow(urls, options, { ...NODE_OPTIONS, timeoutMs });
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        if (failures === STILL_AFTER) return error.message;
        if (failures === STILL_AFTER / 2) for (const node of nodes) node.calm();
        passTime(PAUSE_MS);
      }
    }
  }
}

/** Steps until the index is level with the chain. @returns what it says most when it stands still; null when it is level */
async function settle(
  indexer: Indexer,
  chain: ModelChain,
  progress: { failures: number; rollbacks: number },
  stillAfter = STILL_AFTER,
): Promise<string | null> {
  let still = 0;
  const said = new Map<string, number>();
  let reached = -1;
  while (still < stillAfter) {
    try {
      const step = await indexer.step();
      const next = indexer.nextBlock ?? 0;
      if (step.kind === 'rolled-back' && step.block < next - 1) progress.rollbacks += 1;
      if (step.kind === 'level' && next > chain.head.number) return null;
      if (step.kind === 'advanced' && next > reached) {
        reached = next;
        still = 0;
        said.clear();
      } else still += 1;
      if (step.kind !== 'advanced') passTime(PAUSE_MS);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      progress.failures += 1;
      still += 1;
      // What follows an error in a transaction says nothing of it.
      if (!error.message.includes('current transaction is aborted'))
        said.set(error.message, (said.get(error.message) ?? 0) + 1);
      passTime(PAUSE_MS);
    }
  }
  return [...said].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'nothing';
}
