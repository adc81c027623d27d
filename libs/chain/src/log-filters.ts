import { numberToHex, type Hex } from 'viem';
import type { BlockHeader } from './block-header.js';

/** Addresses in one log filter: nodes refuse longer lists, of 1,000 or of 500. */
export const MAX_ADDRESSES = 500;

/** Responses before filters that were refused are tried again: limits of nodes change, seldom. */
const RESPONSES_BEFORE_RETRY = 500;

/** A filter that is refused for no reason that is known names this share of its addresses the next time. */
const GUESSED_SHARE = 0.25;

export type BlockId = Pick<BlockHeader, 'number' | 'hash'>;

interface LogFilter {
  readonly address?: readonly Hex[];
  readonly topics: readonly (readonly Hex[])[];
}

/** Filters of `eth_getLogs` as nodes take them: how many addresses each names, and how single blocks are asked for. */
export class LogFilters {
  /** By their hashes (EIP-234); else as ranges, by nodes that know of no such filter. */
  byHash = true;
  /** Addresses that no node has refused in one filter. */
  private most = MAX_ADDRESSES;
  /** The same before it was cut on a guess; null when it was not. */
  private beforeGuess: number | null = null;
  private responses = 0;

  /** @param addresses null for all contracts */
  of(addresses: readonly Hex[] | null, topics: readonly Hex[]): LogFilter[] {
    if (addresses === null) return [{ topics: [topics] }];
    const filters: LogFilter[] = [];
    for (let i = 0; i < addresses.length; i += this.most)
      filters.push({ address: addresses.slice(i, i + this.most), topics: [topics] });
    return filters;
  }

  block({ number, hash }: BlockId): Readonly<Record<string, Hex>> {
    const block = numberToHex(number);
    return this.byHash ? { blockHash: hash } : { fromBlock: block, toBlock: block };
  }

  /** Half as many addresses a filter from now on. @returns false when there are no fewer to name */
  nameFewer(addresses: readonly Hex[] | null): boolean {
    const named = this.namedOf(addresses);
    if (named < 2) return false;
    this.most = Math.ceil(named / 2);
    this.responses = 0;
    return true;
  }

  /**
   * A filter was refused again and again for no reason that is known: fewer addresses are named the next time. When one address
   * is refused likewise it was not for their number.
   */
  guessFewer(addresses: readonly Hex[] | null): void {
    const named = this.namedOf(addresses);
    this.beforeGuess ??= this.most;
    if (named > 1) this.most = Math.ceil(named * GUESSED_SHARE);
    else [this.most, this.beforeGuess] = [this.beforeGuess, null];
  }

  noteResponse(): void {
    this.beforeGuess = null;
    this.responses += 1;
    if (this.responses % RESPONSES_BEFORE_RETRY !== 0) return;
    this.most = Math.min(MAX_ADDRESSES, this.most * 2);
    this.byHash = true;
  }

  private namedOf(addresses: readonly Hex[] | null): number {
    return Math.min(addresses?.length ?? 0, this.most);
  }
}
