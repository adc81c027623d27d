import { NodeError, NodeUnavailableError, type BlockHeader, type ChainNode } from '@slipway/chain';
import type { Contracts } from '../registry/app-registry.js';
import { RangeLogs, type BlockRange } from './range-logs.js';
import { LogReader } from './read-logs.js';

/** Headers have to be read from a block on: two nodes did not give the same logs of it, or did not both give any. */
export class HeadersNeededError extends NodeError {
  override readonly remedy = 'later';

  /** @param isForFailure whether a node failed, which less might help */
  constructor(
    readonly block: number,
    readonly isForFailure: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** A node that is asked by itself. */
interface Member {
  readonly node: ChainNode;
  readonly reader: LogReader;
  /** Its newest block, as last announced. */
  head: number;
}

/** A range's logs as two nodes give them, each asked by itself. */
export class CrossRead {
  private readonly first: RangeLogs;
  private readonly second: RangeLogs;

  constructor(
    private readonly members: readonly [Member, Member],
    contracts: Contracts,
    private readonly range: BlockRange,
    private readonly onFailure: () => void,
  ) {
    this.first = new RangeLogs(range, contracts);
    this.second = new RangeLogs(range, contracts);
  }

  /** What is believed once both are compared. */
  get logs(): RangeLogs {
    return this.first;
  }

  /** @throws HeadersNeededError when one of the nodes does not give them; RangeTooLargeError when a smaller range may be served */
  async read(latest: BlockHeader): Promise<void> {
    await this.ofBoth(async (member, logs) => {
      if (member.head < this.range.to) member.head = (await member.node.latest()).number;
      if (member.head < this.range.to) throw new NodeUnavailableError('the node is behind');
      await member.reader.readRange(logs, latest);
    });
  }

  /** Adds the logs of contracts that became known since. @throws as {@link read} */
  async readMissing(): Promise<void> {
    await this.ofBoth(async ({ reader }, logs) => {
      const { size } = logs.contracts;
      const missing = logs.missing();
      if (missing.length > 0) await reader.readMissing(missing, { headers: [], logs, isFinal: true });
      logs.completeUpTo(size);
    });
  }

  /** @throws HeadersNeededError at the first block of which the nodes give different logs, unless it is proved by itself */
  async compare(): Promise<void> {
    const block = await this.first.firstDifference(this.second);
    if (block !== null)
      throw new HeadersNeededError(block, false, `two nodes give different logs of block ${block}`);
  }

  private async ofBoth(ask: (member: Member, logs: RangeLogs) => Promise<void>): Promise<void> {
    const [first, second] = this.members;
    await Promise.all([this.of(first, this.first, ask), this.of(second, this.second, ask)]);
  }

  private async of(
    member: Member,
    logs: RangeLogs,
    ask: (member: Member, logs: RangeLogs) => Promise<void>,
  ): Promise<void> {
    try {
      await ask(member, logs);
    } catch (error) {
      if (!(error instanceof NodeError) || error.remedy === 'smaller') throw error;
      // Whose chain it is has to be seen again.
      member.head = -1;
      this.onFailure();
      throw new HeadersNeededError(this.range.from, true, `no second node: ${error.message}`);
    }
  }
}

/**
 * Reads long ranges of final blocks without the headers of those that have no logs: what two independent nodes give alike stands in
 * for the blooms. See docs/design/reading-the-chain.md.
 */
export class CrossCheck {
  private readonly members: readonly Member[];
  private turn = 0;

  /** @param nodes each by itself */
  constructor(nodes: readonly ChainNode[]) {
    this.members = nodes.map((node) => ({ node, reader: new LogReader(node), head: -1 }));
  }

  get isPossible(): boolean {
    return this.members.length > 1;
  }

  /** @throws as {@link CrossRead.read} */
  async read(contracts: Contracts, range: BlockRange, latest: BlockHeader): Promise<CrossRead> {
    const { length } = this.members;
    const [first, second] = [this.members[this.turn % length], this.members[(this.turn + 1) % length]];
    if (first === undefined || second === undefined || first === second)
      throw new Error('two nodes are needed');
    const read = new CrossRead([first, second], contracts, range, () => (this.turn += 1));
    await read.read(latest);
    return read;
  }
}
