import type { Hex } from 'viem';

/** A log as `eth_getLogs` gives it, quantities in hex. */
export interface RawLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: Hex;
  readonly removed?: boolean;
}

/** Where a log stands in the chain, and what wrote it. */
export interface LogPosition {
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly logIndex: number;
  readonly txHash: Hex;
}
