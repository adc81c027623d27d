/** What an adapter of the interface says of an event (DEX Screener Adapter 1.1). */
export interface DexEvent {
  readonly block: { readonly blockNumber: number; readonly blockTimestamp: number };
  readonly eventType: 'swap' | 'join' | 'exit';
  readonly txnId: string;
  readonly txnIndex: number;
  readonly eventIndex: number;
  readonly maker: string;
  readonly pairId: string;
  readonly asset0In?: string;
  readonly asset1In?: string;
  readonly asset0Out?: string;
  readonly asset1Out?: string;
  readonly priceNative?: string;
  readonly amount0?: string;
  readonly amount1?: string;
  readonly reserves: { readonly asset0: string; readonly asset1: string };
}

/** Wei of a decimal text. */
export function toWei(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 10n ** 18n + BigInt(fraction.padEnd(18, '0'));
}

/** What an aggregator knows of a pair from its events alone. */
export interface PairState {
  trades: number;
  /** Platform tokens, in wei. */
  volume: bigint;
  lastPrice: string | null;
  reserves: readonly [asset0: bigint, asset1: bigint];
  liquidity: readonly ('join' | 'exit')[];
}

/** Adds events in the order in which they are told. @throws where they are not in chain order, or one of them cannot be */
export class DexAggregator {
  readonly pairs = new Map<string, PairState>();
  private last: readonly [block: number, txn: number, event: number] = [-1, -1, -1];

  take(events: readonly DexEvent[]): void {
    for (const event of events) {
      const place = [event.block.blockNumber, event.txnIndex, event.eventIndex] as const;
      if (!isAfter(place, this.last)) throw new Error(`${place.join()} came after ${this.last.join()}`);
      this.last = place;
      this.add(event);
    }
  }

  private add(event: DexEvent): void {
    const before = this.pairs.get(event.pairId);
    const state: PairState = before ?? {
      trades: 0,
      volume: 0n,
      lastPrice: null,
      reserves: [0n, 0n],
      liquidity: [],
    };
    this.pairs.set(event.pairId, state);
    state.reserves = [toWei(event.reserves.asset0), toWei(event.reserves.asset1)];
    if (event.eventType !== 'swap') {
      state.liquidity = [...state.liquidity, event.eventType];
      return;
    }
    if (!/[1-9]/.test(event.priceNative ?? '')) throw new Error('a price of 0');
    state.trades += 1;
    state.volume += toWei(event.asset1In ?? event.asset1Out ?? '');
    state.lastPrice = event.priceNative ?? null;
  }
}

function isAfter(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((value, i) => value !== b[i]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}
