import { listCandles, type CandleSeries, type ParamsOf } from '@slipway/sdk';
import type { ChartView } from '@slipway/sdk/chart';
import type { StreamCandle } from '@slipway/sdk/stream';
import { createEffect, createMemo, createSignal, on, onCleanup, untrack, type Accessor } from 'solid-js';
import { client } from '../client/client.js';
import {
  atLaunch,
  MOST_CANDLES,
  NO_CANDLES,
  PAGE_CANDLES,
  trimmed,
  withEarlier,
  withLater,
  withLive,
  type CandleWindow,
} from './candle-window.js';

export type Series = Pick<CandleSeries, 'tokenAddress' | 'interval' | 'currency'>;

/** The newest candles of a series, as they are now. */
export interface LiveCandles {
  readonly series: Series;
  readonly candles: readonly StreamCandle[];
}

interface ShownCandles extends CandleWindow {
  readonly series: Series;
}

export interface History {
  readonly shown: Accessor<ShownCandles>;
  readonly isReading: Accessor<boolean>;
  readonly error: Accessor<unknown>;
  /** Reads what could not be read. */
  readonly again: () => void;
  /** Where the reader looks: what comes next there is read. */
  readonly look: (view: ChartView) => void;
  /** While the reader holds the chart, nothing is taken from below the hand. */
  readonly hold: (isHeld: boolean) => void;
  /** Whether it has the launch now. */
  readonly readLaunch: () => Promise<boolean>;
  readonly showNewest: () => void;
}

type Part = 'earlier' | 'later' | 'launch';

/** A view that stays so long lies still. */
const STILL_MS = 400;

export const isSameSeries = (a: Series, b: Series): boolean =>
  a.tokenAddress === b.tokenAddress && a.interval === b.interval && a.currency === b.currency;

/** An app's candles from the newest back to the launch, read as far as one looks. */
export function createHistory(
  asked: Accessor<Series>,
  live: Accessor<LiveCandles | null>,
  launchedAt: Accessor<string>,
): History {
  const [shown, setShown] = createSignal<ShownCandles>({ ...NO_CANDLES, series: untrack(asked) });
  const [isReading, setReading] = createSignal(false);
  const [failed, setFailed] = createSignal<{ readonly part: Part; readonly error: unknown } | null>(null);
  let view: ChartView | null = null;
  let isHeld = false;
  let end = new AbortController();
  let still: number | undefined;
  const change = (to: CandleWindow): void => {
    const { series } = shown();
    if (to !== shown()) setShown({ ...to, series });
  };
  const liveOf = (series: Series): readonly StreamCandle[] => {
    const now = live();
    return now !== null && isSameSeries(now.series, series) ? now.candles : [];
  };
  /** Another series is shown once its first candles are there. */
  createEffect(() => {
    const series = asked();
    const candles = liveOf(series);
    untrack(() => {
      if (isSameSeries(shown().series, series)) change(withLive(shown(), candles, (view?.after ?? 0) <= 0));
      else if (candles.length > 0 || shown().candles.length === 0)
        setShown({ ...withLive(NO_CANDLES, candles, true), series });
    });
  });
  createEffect(
    on(asked, () => {
      end.abort();
      end = new AbortController();
      view = null;
      setReading(false);
      setFailed(null);
    }),
  );
  onCleanup(() => {
    end.abort();
    window.clearTimeout(still);
  });
  const isFirst = (): boolean => {
    const [first] = shown().candles;
    return shown().isFirst || (first !== undefined && Date.parse(first.openTime) <= Date.parse(launchedAt()));
  };
  const query = (part: Part): Partial<ParamsOf<'listCandles'>> => {
    const { candles } = shown();
    if (part === 'launch') return { from: launchedAt() };
    return part === 'earlier' ? { to: candles[0]?.openTime } : { from: candles.at(-1)?.openTime };
  };
  const take = (part: Part, page: readonly StreamCandle[]): void => {
    if (part === 'earlier') change(withEarlier(shown(), page));
    else if (part === 'later') change(withLater(shown(), page, liveOf(shown().series)));
    else change(atLaunch(shown(), page));
  };
  /** @returns whether it was read */
  const read = async (part: Part): Promise<boolean> => {
    const { series, candles } = shown();
    const { signal } = end;
    if (isReading() || candles.length === 0 || !isSameSeries(series, asked())) return false;
    setReading(true);
    setFailed(null);
    try {
      const params = { ...series, ...query(part), limit: PAGE_CANDLES };
      const page = await listCandles(client, params, { signal });
      if (signal.aborted) return false;
      setReading(false);
      take(part, page.candles);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      setReading(false);
      setFailed({ part, error });
      return false;
    }
  };
  const look = (now: ChartView): void => {
    view = now;
    window.clearTimeout(still);
    still = window.setTimeout(() => {
      if (view !== null && !isHeld) change(trimmed(shown(), view.before, view.after));
    }, STILL_MS);
    if (isReading() || failed() !== null || shown().candles.length >= MOST_CANDLES + 2 * PAGE_CANDLES) return;
    const margin = now.room / 2;
    if (now.before < margin && !isFirst()) read('earlier').catch(reportError);
    else if (now.after < margin && !shown().isNewest) read('later').catch(reportError);
  };
  return {
    shown: createMemo(() => ({ ...shown(), isFirst: isFirst() })),
    isReading,
    error: () => failed()?.error ?? null,
    again: () => {
      const part = failed()?.part;
      if (part !== undefined) read(part).catch(reportError);
    },
    look,
    hold: (held) => {
      isHeld = held;
      if (!held && view !== null) look(view);
    },
    readLaunch: async () => isFirst() || (await read('launch')),
    showNewest: () => {
      const candles = liveOf(shown().series);
      if (!shown().isNewest && candles.length > 0) change(withLive(NO_CANDLES, candles, true));
    },
  };
}
