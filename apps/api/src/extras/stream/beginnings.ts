import { Injectable } from '@nestjs/common';
import { encodeFrame, type StreamPosition } from './frames.js';
import { OutboxFollower } from './outbox-follower.js';
import { StreamBodies } from './stream-bodies.js';
import type { StreamState } from './stream-state.js';
import type { Finality, StateTopic, Topic } from './topics.js';

/** Candles and prices that are read at the same time, however many resume: batches and other reads need connections as well. */
const READS_AT_ONCE = 4;

/** What is kept of one state, in characters and bytes. */
const MOST_KEPT = 16 * 2 ** 20;

type Kept = readonly (string | Buffer)[];

/** What subscribers begin with, or resume with: of one state each is made once, however many ask for it. */
@Injectable()
export class Beginnings {
  private state: StreamState | null = null;
  private readonly kept = new Map<string, Promise<Kept>>();
  private size = 0;
  private reading = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly outbox: OutboxFollower,
    private readonly bodies: StreamBodies,
  ) {}

  /** The frame of a topic's snapshot. @param isLast of a subscriber's: it alone has the position */
  snapshot(
    topic: Topic,
    finality: Finality,
    at: StreamPosition,
    isLast: boolean,
  ): Promise<readonly Buffer[]> {
    return this.once([finality, at.epoch, at.seq, isLast, topic.name].join(' '), async (state) => {
      const body = await this.readSnapshot(state, topic, finality, at.seq);
      return [encodeFrame('snapshot', isLast ? at : null, body)];
    });
  }

  /** What changed of a topic since a time, as it is now: bodies of frames. */
  changed(topic: StateTopic, since: number): Promise<readonly string[]> {
    const key = topic.kind === 'price' ? topic.name : `${since} ${topic.name}`;
    return this.once(key, () =>
      this.inTurn(async () => {
        const { seq, revision } = this.outbox.state;
        if (topic.kind === 'candles') return this.bodies.readCandles(topic, since, seq, revision);
        return [...(await this.bodies.readPrices([topic.token], revision)).values()];
      }),
    );
  }

  private once<T extends Kept>(key: string, make: (state: StreamState) => Promise<T>): Promise<T> {
    const { state } = this.outbox;
    if (this.state !== state || this.size > MOST_KEPT) {
      this.kept.clear();
      [this.state, this.size] = [state, 0];
    }
    const known = this.kept.get(key);
    if (known !== undefined) return known as Promise<T>;
    const made = make(state);
    this.kept.set(key, made);
    made.then(
      (bodies) => {
        if (this.kept.get(key) === made) this.size += bodies.reduce((sum, { length }) => sum + length, 0);
      },
      // The next one that asks tries again.
      () => this.kept.delete(key),
    );
    return made;
  }

  private async readSnapshot(
    { head: { json, finalBlock }, revision }: StreamState,
    topic: Topic,
    finality: Finality,
    seq: number,
  ): Promise<string> {
    const final = finality === 'final' ? finalBlock : null;
    if (topic.kind === 'head') {
      const head = json === null || final !== null ? null : (JSON.parse(json) as object);
      return JSON.stringify({ topic: 'head', head, finalBlock, finality });
    }
    return JSON.stringify({ ...(await this.bodies.readSnapshot(topic, final, seq, revision)), finality });
  }

  private async inTurn<T>(read: () => Promise<T>): Promise<T> {
    if (this.reading >= READS_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.reading += 1;
    try {
      return await read();
    } finally {
      // Its place goes to the one that has waited longest.
      const next = this.waiting.shift();
      if (next === undefined) this.reading -= 1;
      else next();
    }
  }
}
