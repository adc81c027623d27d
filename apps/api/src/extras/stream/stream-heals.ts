import { Injectable } from '@nestjs/common';
import { StreamBodies } from './stream-bodies.js';
import { ToldOutbox } from './told-outbox.js';
import type { StateTopic } from './types/topics.js';

/** Topics that are read at the same time, however many resume: batches and other reads need connections as well. */
const READS_AT_ONCE = 4;

/** Bodies of one moment that are kept for others that resume. */
const MOST_CHARACTERS = 16 * 2 ** 20;

type Bodies = Promise<readonly string[]>;

/** Candles and prices as they are now, for listeners that resume: those of one moment are read once, and a few at a time. */
@Injectable()
export class StreamHeals {
  private moment = '';
  private readonly kept = new Map<string, Bodies>();
  private characters = 0;
  private reading = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly told: ToldOutbox,
    private readonly bodies: StreamBodies,
  ) {}

  /** What changed of a topic since a time: bodies of frames, the same for all that were cut off at one moment. */
  of(topic: StateTopic, since: number): Bodies {
    const { moment } = this.told;
    if (this.moment !== moment || this.characters > MOST_CHARACTERS) {
      this.moment = moment;
      this.kept.clear();
      this.characters = 0;
    }
    const key = topic.kind === 'price' ? topic.name : `${since} ${topic.name}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const made = this.read(topic, since);
    this.kept.set(key, made);
    made.then(
      (bodies) => {
        if (this.kept.get(key) === made)
          this.characters += bodies.reduce((sum, { length }) => sum + length, 0);
      },
      // The next one that asks tries again.
      () => this.kept.delete(key),
    );
    return made;
  }

  private async read(topic: StateTopic, since: number): Bodies {
    if (this.reading >= READS_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.reading += 1;
    try {
      const { seq, revision } = this.told;
      return topic.kind === 'candles'
        ? await this.bodies.readCandles(topic, since, seq, revision)
        : [...(await this.bodies.readPrices([topic.token], revision)).values()];
    } finally {
      // Its place goes to the one that has waited longest.
      const next = this.waiting.shift();
      if (next === undefined) this.reading -= 1;
      else next();
    }
  }
}
