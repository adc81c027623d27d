import { numberToHex, type Hex } from 'viem';
import { EMPTY_MARKET, sha256, type Done, type Market } from '../model-chain/market.js';
import { bloomOf, type ModelBlock } from '../model-chain/model-chain.js';

export const GENESIS_TIME = 1_790_000_000;
const ZERO_HASH = `0x${'0'.repeat(64)}` as const;

/** A transaction of a script. */
export interface Act {
  /** Seconds since the chain's first block. */
  readonly at: number;
  /** What a plant knows it by. */
  readonly id?: string;
  /** Null when the contracts would refuse it; a block without transactions is made where nothing is to be done. */
  readonly run: ((market: Market) => Done | null) | null;
}

/** A branch: a block for each time at which a script has acts. */
export interface Branch {
  readonly blocks: readonly ModelBlock[];
  /** Transactions of acts that have a name. */
  readonly hashes: ReadonlyMap<string, Hex>;
}

/**
 * Makes the blocks of a script.
 * @param from blocks that stay; acts of their times have been
 * @param salt makes hashes unlike those of other branches
 */
export function mineScript(acts: readonly Act[], salt: string, from?: Branch): Branch {
  const blocks = [...(from?.blocks ?? [emptyBlock(salt)])];
  const hashes = new Map(from?.hashes);
  const last = blocks.at(-1)!.timestamp - GENESIS_TIME;
  const slots = new Map<number, Act[]>();
  for (const act of acts) {
    if (act.at <= last) continue;
    const slot = slots.get(act.at);
    if (slot === undefined) slots.set(act.at, [act]);
    else slot.push(act);
  }
  for (const at of [...slots.keys()].toSorted((a, b) => a - b)) {
    const parent = blocks.at(-1)!;
    let { market } = parent;
    const done: { readonly hash: Hex; readonly logs: Done['logs'] }[] = [];
    for (const { id, run } of slots.get(at)!) {
      const next = run?.(market) ?? null;
      if (next === null) continue;
      ({ market } = next);
      const hash = sha256(`transaction ${salt} ${parent.number + 1} ${done.length}`);
      done.push({ hash, logs: next.logs });
      if (id !== undefined) hashes.set(id, hash);
    }
    blocks.push(blockOn(parent, GENESIS_TIME + at, salt, done, market));
  }
  return { blocks, hashes };
}

function emptyBlock(salt: string): ModelBlock {
  return {
    number: 0,
    hash: sha256(`block ${salt} 0`),
    parentHash: ZERO_HASH,
    timestamp: GENESIS_TIME,
    logsBloom: bloomOf([]),
    transactions: [],
    logs: [],
    market: EMPTY_MARKET,
  };
}

function blockOn(
  parent: ModelBlock,
  timestamp: number,
  salt: string,
  done: readonly { readonly hash: Hex; readonly logs: Done['logs'] }[],
  market: Market,
): ModelBlock {
  const number = parent.number + 1;
  const hash = sha256(`block ${salt} ${number}`);
  let index = 0;
  const logs = done.flatMap(({ hash: transactionHash, logs: emitted }, i) =>
    emitted.map((log) => ({
      ...log,
      blockNumber: numberToHex(number),
      blockHash: hash,
      transactionHash,
      transactionIndex: numberToHex(i),
      logIndex: numberToHex(index++),
      removed: false,
    })),
  );
  const transactions = done.map((one) => one.hash);
  return {
    number,
    hash,
    parentHash: parent.hash,
    timestamp,
    logsBloom: bloomOf(logs),
    transactions,
    logs,
    market,
  };
}
