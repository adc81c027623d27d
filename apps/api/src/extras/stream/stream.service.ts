import { Injectable } from '@nestjs/common';
import { ApiError, InvalidRequestError, OpenResponse } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { StreamQueryDto } from './dto/stream.dto.js';
import { Beginnings } from './beginnings.js';
import { encodeFrame, encodeRetry, parsePosition, spread, type StreamPosition } from './frames.js';
import { OutboxFollower } from './outbox-follower.js';
import { OutboxPoller } from './outbox-poller.js';
import { retractionFrames } from './retraction.js';
import { encodeEntry, topicsOf, type StreamEntry } from './stream-entry.js';
import { StreamHub } from './stream-hub.js';
import { Subscriber } from './subscriber.js';
import { encodeFinalized, entriesAfter, isOpen, positionOf, type OpenState } from './stream-state.js';
import { StreamRepository } from './stream.repository.js';
import { isStateTopic, toTopic, type StateTopic, type Topic } from './topics.js';

/** Bytes of the beginning that are written at once. */
const CHUNK_BYTES = 65_536;

/** A stream that breaks is opened again after so long, and over how long those of one process are spread. */
const RECONNECT_MS = [2_000, 2_000] as const;

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store',
  // Or nginx keeps the frames until it has a page of them.
  'X-Accel-Buffering': 'no',
} as const;

@Injectable()
export class StreamService {
  constructor(
    private readonly repository: StreamRepository,
    private readonly follower: OutboxFollower,
    private readonly poller: OutboxPoller,
    private readonly hub: StreamHub,
    private readonly beginnings: Beginnings,
    private readonly settings: Settings,
  ) {}

  /**
   * Opens a stream: all that can be refused is refused before its first byte.
   *
   * @param client whose connections are counted together
   * @param lastEventId of the header or the URL; null without one
   * @throws InvalidRequestError for topics that final blocks do not have; ApiError `not_found` for the token of no listed app. It is
   *   `rate_limited` or `service_unavailable` when no more may be open, or when the index is behind its chain
   */
  async open(query: StreamQueryDto, lastEventId: string | null, client: string): Promise<OpenResponse> {
    const topics = [...new Map(query.topics.map((text) => [toTopic(text).name, toTopic(text)])).values()].map(
      (topic) => this.hub.known(topic),
    );
    const position = readPosition(lastEventId);
    if (query.finality === 'final') refuseUnfinal(topics);
    const release = this.hub.reserve(client);
    try {
      await this.expectListed(topics);
      await this.follower.advance();
      if (!isOpen(this.follower.state)) {
        const message = 'The index is behind its chain; there is no stream until it is level.';
        throw new ApiError('service_unavailable', { message, headers: { 'Retry-After': '5' } });
      }
    } catch (error) {
      release();
      throw error;
    }
    return new OpenResponse((request, response) => {
      const mostWaitingBytes = this.settings.streamWaitingKb * 1_024;
      const subscriber = new Subscriber(response, topics, query.finality, mostWaitingBytes);
      // It may have left meanwhile, and be seen to close no more.
      if (response.destroyed || request.socket.destroyed) release();
      else {
        this.closeWith(subscriber, release);
        response.writeHead(200, STREAM_HEADERS);
        if (request.method === 'HEAD') response.end();
        else this.begin(subscriber, position);
      }
      return subscriber;
    });
  }

  /** One function that waits, and that holds nothing else: there may be thousands of subscribers. */
  private closeWith(subscriber: Subscriber, release: () => void): void {
    subscriber.response.on('close', () => {
      subscriber.close();
      this.hub.remove(subscriber);
      release();
    });
  }

  private begin(subscriber: Subscriber, position: StreamPosition | null): void {
    const { response, finality } = subscriber;
    const { state } = this.follower;
    // The outbox was closed after this one was let in: it comes again.
    if (!isOpen(state)) {
      subscriber.end('reset');
      return;
    }
    const missed =
      position !== null && position.epoch === state.epoch && position.seq <= state.seq
        ? entriesAfter(state.replay, position.seq)
        : null;
    response.flushHeaders();
    response.write(encodeRetry(spread(...RECONNECT_MS)));
    // From here on nothing is missed: what comes is kept until the beginning is written.
    this.hub.add(subscriber);
    this.poller.start();
    const beginning =
      missed === null || position === null
        ? this.writeSnapshots(subscriber, positionOf(state, finality), position !== null)
        : this.replay(subscriber, position, state, missed);
    beginning.then(
      () => {
        subscriber.begun();
      },
      () => {
        // What it begins with cannot be read: the client comes again, and is told why.
        subscriber.end('unreadable');
      },
    );
  }

  /**
   * What each topic begins with. The last snapshot alone has a position: a subscriber that is cut off before it has not begun, and
   * comes again with what it came with.
   */
  private async writeSnapshots(subscriber: Subscriber, at: StreamPosition, isReset: boolean): Promise<void> {
    if (isReset) await subscriber.begin([encodeFrame('reset', null, '{"reason":"expired"}')]);
    for (const topic of subscriber.topics) {
      if (!subscriber.isOpen) return;
      const isLast = topic === subscriber.topics.at(-1);
      await subscriber.begin(await this.beginnings.snapshot(topic, subscriber.finality, at, isLast));
    }
  }

  /** Everything since a subscriber was cut off, and the candles and prices that changed since, as they are now. */
  private async replay(
    subscriber: Subscriber,
    from: StreamPosition,
    state: OpenState,
    missed: readonly StreamEntry[],
  ): Promise<void> {
    const isFinal = subscriber.finality === 'final';
    const at = positionOf(state, subscriber.finality);
    const { finalBlock } = state.head;
    // Without an entry prices alone may have changed: they become stale.
    const healed = subscriber.topics
      .filter(isStateTopic)
      .filter(({ kind }) => !isFinal && (missed.length > 0 || kind === 'price'));
    const asked = missed.filter((entry) =>
      isFinal
        ? entry.block <= finalBlock &&
          !entry.isUndone &&
          topicsOf(entry).some((name) => subscriber.hears(name))
        : entry.event === 'retract' || topicsOf(entry).some((name) => subscriber.hears(name)),
    );
    const told = await this.withoutHidden(asked, state.revision);
    let chunk: Buffer[] = [];
    let bytes = 0;
    for (const entry of told) {
      const id = healed.length > 0 ? from : { epoch: at.epoch, seq: entry.seq };
      const frames = replayed(subscriber, entry, id);
      chunk.push(...frames);
      for (const frame of frames) bytes += frame.length;
      if (bytes < CHUNK_BYTES) continue;
      await subscriber.begin(chunk);
      if (!subscriber.isOpen) return;
      chunk = [];
      bytes = 0;
    }
    await subscriber.begin(chunk);
    await this.heal(subscriber, healed, from, at, missed);
    // It may have become so while the subscriber was away, and no entry says so.
    if (subscriber.hears('head') && finalBlock >= 0)
      await subscriber.begin([encodeFinalized(finalBlock, at)]);
  }

  /** Operators may have hidden an app since its events were read. */
  private async withoutHidden(
    entries: readonly StreamEntry[],
    revision: number,
  ): Promise<readonly StreamEntry[]> {
    const tokens = new Set(entries.flatMap(({ token }) => (token === null ? [] : [token])));
    const listed = await this.repository.findListed([...tokens], revision);
    return entries.filter(({ token }) => token === null || listed.has(token));
  }

  /**
   * Candles and prices that changed since, as they are now. The last frame alone has the position that the subscriber has reached:
   * cut off before it, the subscriber is told everything again.
   */
  private async heal(
    subscriber: Subscriber,
    topics: readonly StateTopic[],
    from: StreamPosition,
    at: StreamPosition,
    missed: readonly StreamEntry[],
  ): Promise<void> {
    const since = missed.reduce((least, { since: time }) => Math.min(least, time), Infinity);
    let last: readonly ['candle' | 'price', string] | null = null;
    for (const topic of topics) {
      if (!subscriber.isOpen) return;
      const frames: Buffer[] = [];
      for (const body of await this.beginnings.changed(topic, since)) {
        if (last !== null) frames.push(encodeFrame(last[0], from, last[1]));
        last = [topic.kind === 'candles' ? 'candle' : 'price', body];
      }
      await subscriber.begin(frames);
    }
    if (last !== null) await subscriber.begin([encodeFrame(last[0], at, last[1])]);
  }

  private async expectListed(topics: readonly Topic[]): Promise<void> {
    const asked = new Set(topics.flatMap((topic) => ('token' in topic ? [topic.token] : [])));
    const listed = await this.repository.findListed([...asked], 0);
    const unknown = [...asked].filter((token) => !listed.has(token));
    if (unknown.length > 0)
      throw new ApiError('not_found', { message: 'No app has this token.', details: { tokens: unknown } });
  }
}

/** An entry as one is told that comes again. What it changed of candles is told at the end. */
function replayed(subscriber: Subscriber, entry: StreamEntry, id: StreamPosition): Buffer[] {
  if (entry.event === 'retract')
    return retractionFrames((topic) => subscriber.hears(topic), {
      entry,
      id,
      candles: new Map(),
      prices: [],
    });
  return [encodeEntry(entry, id, subscriber.finality === 'final' ? 'final' : 'pending')];
}

/** Of no outbox: a client that comes with it begins anew. */
const FOREIGN: StreamPosition = { epoch: '', seq: 0 };

/**
 * `Last-Event-ID`, which an EventSource sends when it comes again, is newer than what its URL says. One that is not ours may be of
 * another stream: an error would close the EventSource for good.
 */
function readPosition(lastEventId: string | null): StreamPosition | null {
  return lastEventId === null ? null : (parsePosition(lastEventId) ?? FOREIGN);
}

function refuseUnfinal(topics: readonly Topic[]): void {
  if (!topics.some(({ kind }) => kind === 'candles' || kind === 'price')) return;
  const message = 'candles and prices follow the newest block: ask for them with finality=latest';
  throw new InvalidRequestError([{ path: 'topics', message }]);
}
