import type { Client } from '../client.js';
import { fail, isSlipwayError } from '../errors.js';
import type { FrameData } from '../generated/frames.js';
import { openStream } from '../generated/operations.js';
import { backoff, wait } from '../wait.js';
import { keyOf, type StreamEvent, type StreamTopic } from './events.js';
import { readFrames, type Frame } from './read-frames.js';

export interface StreamOptions {
  /** Ends the stream: the loop rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** `final` tells of blocks when they are never taken back; it has no candles and prices. */
  readonly finality?: 'latest' | 'final' | undefined;
  /** The `id` of the last event that you have, of a stream of the same topics: of others it brings no snapshot. */
  readonly since?: string | undefined;
  /** Told of each change of the connection: `waiting` is a lost one that will be opened again. */
  readonly onState?: ((state: StreamState) => void) | undefined;
  /** How long the connection may be silent; the API sends a comment every 15 seconds. 45 seconds by default. */
  readonly idleMs?: number | undefined;
}

export type StreamState = 'connecting' | 'open' | 'waiting';

const IDLE_MS = 45_000;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/** Where a stream stands between its connections; null until it has every snapshot. */
interface Position {
  since: string | null;
}

/**
 * What happens, as it happens: `for await (const { event, data } of stream(client, ['trades']))`. It comes again by itself after the last
 * event, and tells no trade twice. After `reset` forget what you have: snapshots follow. Of what `retract` names nothing happened.
 *
 * @throws SlipwayError when the API refuses the topics; connections that break are opened again without end
 */
export async function* stream(
  client: Client,
  topics: readonly StreamTopic[],
  options: StreamOptions = {},
): AsyncGenerator<StreamEvent, undefined> {
  const position: Position = { since: options.since ?? null };
  const seen = new SeenActivity();
  for (let failures = 0; ; failures += 1) {
    let delayMs = 0;
    try {
      for await (const frame of connect(client, topics, options, position)) {
        failures = 0;
        const event = toEvent(frame);
        if (frame.event === 'shutdown')
          delayMs = (JSON.parse(frame.data) as FrameData['shutdown']).retryAfterSeconds * 1_000;
        if (event === 'closing') break;
        if (event !== null && seen.isNew(event)) yield event;
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isTemporary(error)) throw error;
      delayMs = isSlipwayError(error) ? (error.retryAfterMs ?? 0) : 0;
    }
    options.onState?.('waiting');
    await wait(Math.max(delayMs, backoff(failures, FIRST_BACKOFF_MS, MAX_BACKOFF_MS)), options.signal);
  }
}

/** One connection, which moves the position. */
async function* connect(
  client: Client,
  topics: readonly StreamTopic[],
  { signal, finality, onState, idleMs = IDLE_MS }: StreamOptions,
  position: Position,
): AsyncGenerator<Frame, undefined> {
  onState?.('connecting');
  const since = position.since ?? undefined;
  const response = await openStream(client, { topics, finality, since }, { signal, retries: 0 });
  if (response.body === null) throw fail('invalid_response', 'the stream has no body');
  onState?.('open');
  for await (const frame of readFrames(response.body as ReadableStream<Uint8Array>, idleMs)) {
    if (frame.data !== null) yield frame;
    // Once it was taken: a consumer that fails on it gets it again.
    position.since = frame.id ?? position.since;
  }
}

/** `closing` for frames that only end the connection, null for events that a later API may have. */
function toEvent({ event, id, data }: Frame): StreamEvent | 'closing' | null {
  if (event === 'shutdown') return 'closing';
  if (!EVENTS.has(event)) return null;
  const told = { event, id, data: JSON.parse(data) as unknown } as StreamEvent;
  // A consumer that was too slow is closed, and goes on where it stopped.
  return told.event === 'reset' && told.data.reason === 'slow' ? 'closing' : told;
}

const EVENTS: ReadonlySet<string> = new Set<StreamEvent['event']>([
  ...(['snapshot', 'head', 'launch', 'trade', 'graduation'] as const),
  ...(['candle', 'price', 'retract', 'finalized', 'reset'] as const),
]);

/** Whether another connection may help: no connection, one that broke, or an API that is busy. */
function isTemporary(error: unknown): boolean {
  if (!isSlipwayError(error)) return !(error instanceof SyntaxError);
  if (error.status === 0) return error.code === 'network_error' || error.code === 'timeout';
  return error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Of so many events it is known that they were told. */
const MOST_KEYS = 5_000;

/** Which trades, launches and graduations were told: one that happens while the snapshot is made comes twice. */
class SeenActivity {
  private readonly keys = new Set<string>();

  /** Whether an event says something new. */
  isNew({ event, data }: StreamEvent): boolean {
    if (event === 'reset') this.keys.clear();
    if (event === 'snapshot') for (const item of data.activity ?? []) this.add(keyOf(item));
    // Events that were taken back may happen again.
    if (event === 'retract') for (const item of [...data.trades, ...data.apps]) this.keys.delete(keyOf(item));
    if (event !== 'trade' && event !== 'launch' && event !== 'graduation') return true;
    return this.add(keyOf(data));
  }

  private add(key: string): boolean {
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    for (const oldest of this.keys) {
      if (this.keys.size <= MOST_KEYS) break;
      this.keys.delete(oldest);
    }
    return true;
  }
}
