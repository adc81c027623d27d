import type { Address } from '@slipway/domain';
import { encodeFrame } from './frames.js';
import type { StreamEntry } from './stream-entry.js';
import type { StreamListener } from './stream-listener.js';
import type { StreamPosition } from './stream.types.js';

/**
 * What a listener is told of a rollback: the events that it was told of and that are taken back, and the candles that it follows as
 * they are now. Reorganisations are rare enough that each listener's is made for it.
 *
 * @param candles bodies of rows, by topic
 * @param listed apps that operators do not hide
 */
export function retractionFrame(
  listener: Pick<StreamListener, 'hears'>,
  { block, retract }: StreamEntry,
  id: StreamPosition,
  candles: ReadonlyMap<string, readonly string[]>,
  listed: ReadonlySet<Address>,
): Buffer {
  const undone = (retract?.undone ?? []).filter(({ token }) => listed.has(token));
  const trades = undone.filter(
    ({ kind, token }) => kind === 'trade' && (listener.hears('trades') || listener.hears(`trades:${token}`)),
  );
  const apps = undone.filter(({ kind }) => kind !== 'trade' && listener.hears('apps'));
  const toItem = ({ token, blockNumber, logIndex, txHash }: (typeof undone)[number]): object => ({
    tokenAddress: token,
    blockNumber,
    logIndex,
    txHash,
  });
  const rows = [...candles].flatMap(([topic, bodies]) => (listener.hears(topic) ? bodies : []));
  const head = JSON.stringify({
    fromBlock: block + 1,
    toBlock: retract?.toBlock ?? block,
    validHash: retract?.validHash ?? '',
    validTime: new Date(retract?.validTime ?? 0).toISOString(),
    trades: trades.map(toItem),
    apps: apps.map((event) => ({ type: event.kind, ...toItem(event) })),
  });
  return encodeFrame('retract', id, `${head.slice(0, -1)},"candles":[${rows.join()}]}`);
}

interface Rollback {
  readonly entry: StreamEntry;
  readonly id: StreamPosition;
  readonly candles: ReadonlyMap<string, readonly string[]>;
  readonly listed: ReadonlySet<Address>;
}

/** The same for many, each made when it is sent. @param prices frames of listeners that go before it */
export function* retractionsOf(
  listeners: readonly StreamListener[],
  prices: ReadonlyMap<StreamListener, readonly Buffer[]>,
  { entry, id, candles, listed }: Rollback,
): Generator<readonly [StreamListener, readonly Buffer[]]> {
  for (const listener of listeners)
    yield [
      listener,
      [...(prices.get(listener) ?? []), retractionFrame(listener, entry, id, candles, listed)],
    ];
}
