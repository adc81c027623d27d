import { setImmediate } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { ApiError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { encodeComment, encodeFrame, spread } from './frames.js';
import type { Subscriber } from './subscriber.js';
import { retractionsOf } from './retraction.js';
import { positionOf, type OpenState, type Step } from './stream-state.js';
import { FINALITIES, type Topic } from './topics.js';
import { TopicTable } from './topic-table.js';

const COMMENT_EVERY_MS = 15_000;

/** So long before the drain ends clients are told to come again. */
const GOODBYE_MS = 5_000;

/** They come again after so long, and over how long they are spread. */
const RETURN_MS = [1_000, 5_000] as const;

/** What subscribers of one batch may take of a turn of the event loop, as looked at after so many. */
const SLICE_MS = 1;
const SUBSCRIBERS_AT_ONCE = 8;

/** The connections that listen in this process, within their bounds. */
@Injectable()
export class StreamHub implements OnModuleDestroy, BeforeApplicationShutdown {
  /** Those that hear of the newest blocks, and of final ones. */
  readonly latest = new TopicTable();
  readonly final = new TopicTable();
  /** What all subscribers were sent; null while they are sent more. */
  private sent: OpenState | null = null;
  private readonly perClient = new Map<string, number>();
  private count = 0;
  private isStopping = false;
  private hasSaidGoodbye = false;
  private readonly comments: NodeJS.Timeout;

  constructor(private readonly settings: Settings) {
    this.comments = setInterval(() => {
      this.comment();
    }, COMMENT_EVERY_MS).unref();
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /**
   * Takes a place for one more connection of a client.
   * @returns gives the place back
   * @throws ApiError when the client, or the process, has none left
   */
  reserve(client: string): () => void {
    const { streamMaxConnections, streamMaxConnectionsPerClient } = this.settings;
    const headers = { 'Retry-After': '5' };
    const held = this.perClient.get(client) ?? 0;
    if (this.isStopping || this.count >= streamMaxConnections) {
      const message = 'No more streams can be opened here now; try again.';
      throw new ApiError('service_unavailable', { message, headers, details: { reason: 'max_streams' } });
    }
    if (held >= streamMaxConnectionsPerClient) {
      const message = `A client may have ${streamMaxConnectionsPerClient} streams open; one carries 50 topics.`;
      throw new ApiError('rate_limited', { message, headers, details: { reason: 'max_streams_per_client' } });
    }
    this.count += 1;
    this.perClient.set(client, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.count -= 1;
      const left = (this.perClient.get(client) ?? 1) - 1;
      if (left === 0) this.perClient.delete(client);
      else this.perClient.set(client, left);
    };
  }

  /** A topic as those who listen to it already hold it, so that it is held once. */
  known(topic: Topic): Topic {
    return this.latest.known(topic) ?? this.final.known(topic) ?? topic;
  }

  add(subscriber: Subscriber): void {
    this[subscriber.finality].add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this[subscriber.finality].remove(subscriber);
  }

  /** Sends everything that subscribers hear of a step, in one write each: those who come from now on have it from their beginning. */
  async publish({ state, latest, final, rollback }: Step): Promise<void> {
    this.sent = null;
    // Whom it goes to is known before the first write.
    const retractions =
      rollback === null
        ? []
        : retractionsOf(this.latest.groups(), this.latest.address(rollback.prices), rollback);
    const writes = [retractions, this.latest.address(latest), this.final.address(final)];
    for (const some of writes) await this.send(some);
    this.sent = state;
  }

  /** Between slices of it, requests are served. */
  async send(writes: Iterable<readonly [Subscriber, readonly Buffer[]]>): Promise<void> {
    let sliceEndsAt = performance.now() + SLICE_MS;
    let sent = 0;
    for (const [subscriber, frames] of writes) {
      subscriber.send(frames);
      sent += 1;
      if (sent % SUBSCRIBERS_AT_ONCE > 0) continue;
      await written();
      if (performance.now() < sliceEndsAt) continue;
      await setImmediate();
      sliceEndsAt = performance.now() + SLICE_MS;
    }
  }

  /** A comment for each subscriber, with the position of one that hears of everything: a quiet topic is not an old one. */
  comment(): void {
    for (const finality of FINALITIES) {
      const frame = encodeComment(this.sent === null ? null : positionOf(this.sent, finality));
      for (const subscriber of this[finality].subscribers) subscriber.comment(frame);
    }
  }

  /** Ends every connection: their clients come again, and are told how to go on. */
  endAll(reason: 'reset' | 'shutdown'): void {
    this.sent = null;
    for (const subscriber of this.all()) subscriber.end(reason);
  }

  /** Readiness tells of the end first: clients that were told at once would come again to us. */
  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.comments);
    const drainMs = this.settings.shutdownDrainSeconds * 1_000;
    setTimeout(
      () => {
        this.sayGoodbye();
      },
      Math.max(0, drainMs - GOODBYE_MS),
    ).unref();
    setTimeout(() => {
      this.endAll('shutdown');
    }, drainMs).unref();
  }

  /** @param signal undefined when the program closes itself: then there is no drain */
  beforeApplicationShutdown(signal?: string): void {
    if (signal !== undefined) return;
    this.sayGoodbye();
    this.endAll('shutdown');
  }

  private sayGoodbye(): void {
    if (this.hasSaidGoodbye) return;
    this.hasSaidGoodbye = true;
    for (const subscriber of this.all()) {
      const retryMs = spread(...RETURN_MS);
      const data = JSON.stringify({ retryAfterSeconds: Math.ceil(retryMs / 1_000) });
      subscriber.send([
        Buffer.concat([Buffer.from(`retry: ${retryMs}\n`), encodeFrame('shutdown', null, data)]),
      ]);
    }
  }

  private all(): Subscriber[] {
    return [...this.latest.subscribers, ...this.final.subscribers];
  }
}

/** Node gives a response's frames to the system at the next tick: that is most of what a subscriber takes. */
function written(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
