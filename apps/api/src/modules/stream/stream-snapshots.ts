import { Injectable } from '@nestjs/common';
import { StreamBodies } from './stream-bodies.js';
import type { Finality } from './types/stream.types.js';
import { ToldOutbox } from './told-outbox.js';
import type { Topic } from './types/topics.js';

/** Snapshots of one moment that are kept: as many topics as are asked for again and again. */
const MOST_SNAPSHOTS = 2_000;

/** What topics begin with. */
@Injectable()
export class StreamSnapshots {
  private kept = { of: '', bodies: new Map<string, Promise<string>>() };

  constructor(
    private readonly told: ToldOutbox,
    private readonly bodies: StreamBodies,
  ) {}

  /** Snapshots of one moment are made once, however many ask for them. */
  of(topic: Topic, finality: Finality, seq: number): Promise<string> {
    // Numbers begin again with each epoch.
    const of = `${this.told.epoch ?? ''}:${this.told.seq}`;
    if (this.kept.of !== of || this.kept.bodies.size > MOST_SNAPSHOTS) this.kept = { of, bodies: new Map() };
    const key = `${finality} ${topic.name}`;
    const known = this.kept.bodies.get(key);
    if (known !== undefined) return known;
    const { bodies } = this.kept;
    const made = this.make(topic, finality, seq);
    bodies.set(key, made);
    // The next one that asks tries again.
    made.catch(() => bodies.delete(key));
    return made;
  }

  private async make(topic: Topic, finality: Finality, seq: number): Promise<string> {
    const { head, finalBlock, revision } = this.told;
    const final = finality === 'final' ? finalBlock : null;
    if (topic.kind === 'head') {
      const known = head === null ? null : (JSON.parse(head.json) as object);
      return JSON.stringify({ topic: 'head', head: final === null ? known : null, finalBlock, finality });
    }
    return JSON.stringify({ ...(await this.bodies.readSnapshot(topic, final, seq, revision)), finality });
  }
}
