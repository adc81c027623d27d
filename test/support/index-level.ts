import type pg from 'pg';
import type { PublicClient } from 'viem';
import { until } from './until.js';

/** As much of a client of the chain as is asked here. */
type Chain = Pick<PublicClient, 'getBlockNumber'>;

/** The highest block of the index that a connection sees: -1 before the first. */
export async function indexedBlock(index: pg.Client): Promise<number> {
  const { rows } = await index.query<{ block: string }>('SELECT block_number AS block FROM chain.head');
  return Number(rows[0]?.block ?? -1);
}

export async function isLevel(index: pg.Client, chain: Chain): Promise<boolean> {
  return (await indexedBlock(index)) === Number(await chain.getBlockNumber());
}

/** Waits until the index has the chain's newest block. @returns how long it took, in milliseconds */
export function untilLevel(index: pg.Client, chain: Chain, timeoutMs?: number): Promise<number> {
  return until('the index is level', () => isLevel(index, chain), timeoutMs);
}
