import {
  follow,
  type MarketMirror,
  type StreamEvent,
  type StreamState,
  type StreamTopic,
} from '@slipway/sdk/stream';
import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js';
import { client } from '../client/client.js';

export type LiveState = StreamState | 'off';

/**
 * Follows the market while the component that called this is shown. Tells of every event with the market after it.
 *
 * @returns whether the page is live
 */
export function createFollow(
  topics: Accessor<readonly StreamTopic[]>,
  onEvent: (market: MarketMirror, event: StreamEvent) => void,
): Accessor<LiveState> {
  const [state, setState] = createSignal<LiveState>('connecting');
  createEffect(() => {
    const asked = topics();
    if (asked.length === 0) return;
    const end = new AbortController();
    onCleanup(() => {
      end.abort();
    });
    const run = async (): Promise<void> => {
      const options = { signal: end.signal, onState: setState, limits: { activity: 30 } };
      for await (const { market, event } of follow(client, asked, options)) onEvent(market, event);
    };
    // A stream that is refused does not come again: the shown data stays as it is.
    run().catch(() => {
      if (!end.signal.aborted) setState('off');
    });
  });
  return state;
}
