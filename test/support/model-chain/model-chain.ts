import { keccak256, numberToHex, type Hex } from 'viem';
import { seededRandom } from '../market-activity.js';
import {
  EMPTY_MARKET,
  TOPICS,
  addressOf,
  answer,
  launch,
  sha256,
  trade,
  transferLog,
  type Done,
  type EmittedLog,
  type Market,
} from './market.js';

const GENESIS_TIME = 1_790_000_000;
const EMPTY_BLOOM = `0x${'0'.repeat(512)}` as const;
const ZERO_HASH = `0x${'0'.repeat(64)}` as const;

export interface ModelLog extends EmittedLog {
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly transactionIndex: Hex;
  readonly logIndex: Hex;
  readonly removed: boolean;
}

export interface ModelBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: number;
  readonly logsBloom: Hex;
  readonly transactions: readonly Hex[];
  readonly logs: readonly ModelLog[];
  /** After it. */
  readonly market: Market;
}

/** What is unlike other chains. */
export interface ChainShape {
  readonly firstBlock: number;
  /** Launched in the first blocks: of more than 500 no filter names all contracts. */
  readonly apps: number;
  /** Blocks in which strangers log so much. */
  readonly foreignLogs: number;
  /** Seconds go back now and then. */
  readonly timesGoBack: boolean;
  /** Blocks of a long history before the others, with few transactions. */
  readonly quietBlocks: number;
  /** In the end the network follows another branch, from below blocks that were final. */
  readonly deepFork: boolean;
}

/** A chain that is made up, block by block, from a seed: the same seed and calls, the same hashes. */
export class ModelChain {
  /** The branch that the network follows. */
  blocks: readonly ModelBlock[];
  private readonly random: () => number;
  private transactions = 0;
  private mined = 0;
  /** So far. */
  forks = 0;

  constructor(
    private readonly seed: number,
    readonly shape: ChainShape,
  ) {
    this.random = seededRandom(seed);
    const first = this.price(EMPTY_MARKET, GENESIS_TIME);
    this.blocks = [this.blockOf(null, 0, [first], first.market)];
    for (let from = 0; from < shape.apps; from += 60) this.mineLaunches(Math.min(60, shape.apps - from));
    for (let left = shape.quietBlocks; left > 0;) {
      const blocks = Math.min(left, 1 + Math.floor(this.random() * 60));
      this.rest(blocks);
      this.mine(Math.floor(this.random() * 3));
      left -= blocks;
    }
  }

  get head(): ModelBlock {
    return this.blocks.at(-1)!;
  }

  /** Adds blocks: most with some transactions, some without any. */
  mine(blocks: number): void {
    for (let i = 0; i < blocks; i += 1) {
      const seconds = this.secondsOfNext();
      this.add(seconds, this.random() < 0.25 ? 0 : 1 + Math.floor(this.random() * 4));
    }
  }

  /** Adds blocks without transactions. */
  rest(blocks: number): void {
    const quiet: ModelBlock[] = [];
    for (let i = 0; i < blocks; i += 1)
      quiet.push(this.blockOf(quiet.at(-1) ?? this.head, 12, [], this.head.market));
    this.blocks = this.blocks.concat(quiet);
  }

  /** Replaces the newest blocks by as many others, and some more. */
  fork(depth: number, more: number): void {
    this.blocks = this.blocks.slice(0, Math.max(1, this.blocks.length - depth));
    this.forks += 1;
    this.mine(depth + more);
  }

  private mineLaunches(apps: number): void {
    let { market } = this.head;
    const done: Done[] = [];
    for (let i = 0; i < apps; i += 1) {
      const next = launch(market, addressOf(`wallet ${i % 12}`), this.nameOf(market.apps.length));
      done.push(next);
      ({ market } = next);
    }
    this.append(done, market, this.secondsOfNext());
  }

  private add(seconds: number, transactions: number): void {
    let { market } = this.head;
    const done: Done[] = [];
    for (let i = 0; i < transactions; i += 1) {
      const next = this.act(market, this.head.timestamp + seconds);
      if (next === null) continue;
      done.push(next);
      ({ market } = next);
    }
    if (this.shape.foreignLogs > 0 && this.random() < 0.1) done.splice(0, 0, this.foreign(market));
    this.append(done, market, seconds);
  }

  private act(market: Market, time: number): Done | null {
    const dice = this.random();
    if (dice < 0.08) return this.price(market, time);
    if (dice < 0.14) return launch(market, addressOf('wallet 1'), this.nameOf(market.apps.length));
    return trade(market, this.random);
  }

  private price(market: Market, time: number): Done {
    return answer(market, 100_000_000n + BigInt(Math.floor(this.random() * 3e8)), time);
  }

  /** Logs of the same topic as ours, of contracts that are not. */
  private foreign(market: Market): Done {
    const logs = Array.from({ length: this.shape.foreignLogs }, (_, i) => {
      const token = addressOf(`foreign ${this.mined} ${i % 50}`);
      return transferLog(token, addressOf(`stranger ${i % 7}`), addressOf(`stranger ${i % 5}`), BigInt(i));
    });
    return { market, logs };
  }

  private append(done: readonly Done[], market: Market, seconds: number): void {
    this.blocks = [...this.blocks, this.blockOf(this.head, seconds, done, market)];
  }

  private blockOf(
    parent: ModelBlock | null,
    seconds: number,
    done: readonly Done[],
    market: Market,
  ): ModelBlock {
    this.mined += 1;
    const number = parent === null ? this.shape.firstBlock : parent.number + 1;
    const hash = sha256(`block ${this.seed} ${number} ${this.mined}`);
    const transactions = done.map(() => sha256(`transaction ${this.seed} ${(this.transactions += 1)}`));
    let index = 0;
    const logs = done.flatMap(({ logs: emitted }, i) =>
      emitted.map((log) => ({
        ...log,
        blockNumber: numberToHex(number),
        blockHash: hash,
        transactionHash: transactions[i]!,
        transactionIndex: numberToHex(i),
        logIndex: numberToHex(index++),
        removed: false,
      })),
    );
    const parentHash = parent?.hash ?? (this.shape.firstBlock === 0 ? ZERO_HASH : hashBelow(number - 1));
    return {
      number,
      hash,
      parentHash,
      timestamp: parent === null ? GENESIS_TIME : parent.timestamp + seconds,
      logsBloom: bloomOf(logs),
      transactions,
      logs,
      market,
    };
  }

  private secondsOfNext(): number {
    const dice = this.random();
    if (this.shape.timesGoBack && dice < 0.1) return -1 - Math.floor(dice * 100);
    if (dice < 0.35) return 0;
    return dice < 0.9 ? 12 : Math.floor(this.random() * 4 * 3_600);
  }

  private nameOf(place: number): string {
    return `App ${this.seed} ${place} ${this.mined}`;
  }
}

/** What an index of a chain has to know, by the contracts' own memory. In the form of `TrialIndex.known`. */
export function knownOf({ blocks, head }: ModelChain): string[] {
  const balances = head.market.apps.flatMap(({ token, held }) =>
    [...held].map(([holder, amount]) => `${token} ${holder} ${amount}`),
  );
  const reserves = head.market.apps.map(({ token, platform, tokens, pool }) =>
    pool === null ? `${token} curve ${platform} ${tokens}` : `${token} pool ${pool.platform} ${pool.tokens}`,
  );
  const count = (...names: readonly (keyof typeof TOPICS)[]): number =>
    blocks
      .flatMap(({ logs }) => logs)
      .filter(({ topics }) => names.some((name) => topics[0] === TOPICS[name])).length;
  // A block has one price of the feed, the last.
  const priced = blocks.filter(({ logs }) => logs.some(({ topics }) => topics[0] === TOPICS.answer));
  const counts = [`trades ${count('bought', 'sold', 'swap')}`, `prices ${priced.length}`];
  return [...balances, ...reserves, ...counts].toSorted();
}

/** Of a block below the first that was made up: whatever was there is none of ours. */
export function hashBelow(number: number): Hex {
  return sha256(`below ${number}`);
}

const bits = new Map<Hex, readonly number[]>();

function bitsOf(item: Hex): readonly number[] {
  let found = bits.get(item);
  if (found === undefined) {
    const hash = Buffer.from(keccak256(item).slice(2), 'hex');
    found = [0, 2, 4].map((i) => hash.readUInt16BE(i) % 2_048);
    if (bits.size > 100_000) bits.clear();
    bits.set(item, found);
  }
  return found;
}

/** Yellow Paper, section 4.3.1. */
export function bloomOf(logs: readonly EmittedLog[]): Hex {
  if (logs.length === 0) return EMPTY_BLOOM;
  const bytes = Buffer.alloc(256);
  for (const { address, topics } of logs)
    for (const item of [address, ...topics])
      for (const bit of bitsOf(item)) bytes[255 - (bit >> 3)]! |= 1 << (bit & 7);
  return `0x${bytes.toString('hex')}`;
}
