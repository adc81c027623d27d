import type { Hex } from 'viem';
import {
  NodeError,
  NodeRefusedError,
  UnprovedBlockError,
  type BlockHeader,
  type ChainNode,
  type RawLog,
} from '@slipway/chain';

/** Two nodes that have no receipts and agree are believed once they still do after so long: an index of logs lags by seconds. */
const SETTLED_AFTER_MS = 60_000;

/**
 * All logs of a block, with proof, for when what came of it is in doubt. Receipts prove them: those of the block, or those of each
 * of its transactions. Weaker evidence never takes their place while a node has any; see docs/design/reading-the-chain.md.
 * @throws UnprovedBlockError when no node gives proof now
 */
export async function proveByReceipts(node: ChainNode, header: BlockHeader): Promise<readonly RawLog[]> {
  const failures: NodeError[] = [];
  for (const read of [() => node.wholeReceipts(header), () => node.receiptsOfTransactions(header)]) {
    try {
      return (await read()).logs;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      failures.push(error);
    }
  }
  const why = failures.map(({ message }) => message).join('; ');
  throw new UnprovedBlockError(
    header.number,
    why,
    failures.every((failure) => failure instanceof NodeRefusedError),
  );
}

/** What two nodes said of a block that no receipts are to be had of, and since when. */
interface Agreement {
  readonly hash: Hex;
  readonly said: string;
  readonly since: number;
}

/** Logs in which two independent nodes agree for a while; where there are no receipts. */
export class NodeAgreement {
  private last: Agreement | null = null;

  constructor(private readonly node: ChainNode) {}

  /** @throws UnprovedBlockError while fewer than two nodes agree, or have not agreed for long */
  async prove(
    header: BlockHeader,
    addresses: readonly Hex[] | null,
    topics: readonly Hex[],
    why: string,
  ): Promise<readonly RawLog[]> {
    const [first, second] = await this.node.logsOfSeveral(addresses, topics, header, 2);
    const said = JSON.stringify(first?.map(({ logIndex, data }) => [logIndex, data]));
    if (first === undefined || second === undefined)
      throw new UnprovedBlockError(header.number, `${why}; and there are no two nodes to compare`);
    if (said !== JSON.stringify(second.map(({ logIndex, data }) => [logIndex, data])))
      throw new UnprovedBlockError(header.number, `${why}; and two nodes give different logs`);
    if (this.last?.hash !== header.hash || this.last.said !== said)
      this.last = { hash: header.hash, said, since: Date.now() };
    const forMs = Date.now() - this.last.since;
    if (forMs < SETTLED_AFTER_MS)
      throw new UnprovedBlockError(
        header.number,
        `${why}; two nodes agree since ${Math.round(forMs / 1_000)} s`,
      );
    return first;
  }
}
