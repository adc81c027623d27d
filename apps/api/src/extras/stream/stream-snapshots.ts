import { Injectable } from '@nestjs/common';
import { encodeFrame } from './frames.js';
import { StreamBodies } from './stream-bodies.js';
import type { Finality, StreamPosition } from './types/stream.types.js';
import { ToldOutbox } from './told-outbox.js';
import type { Topic } from './types/topics.js';

/** Snapshots of one moment that are kept: as many topics as are asked for again and again. */
const MOST_SNAPSHOTS = 2_000;

/** What topics begin with. */
@Injectable()
export class StreamSnapshots {
  private kept = { of: '', frames: new Map<string, Promise<Buffer>>() };

  constructor(
    private readonly told: ToldOutbox,
    private readonly bodies: StreamBodies,
  ) {}

  /**
   * Snapshots of one moment are made once, however many ask for them.
   * @param isLast of a listener's: it alone has the position
   */
  of(topic: Topic, finality: Finality, at: StreamPosition, isLast: boolean): Promise<Buffer> {
    const of = this.told.moment;
    if (this.kept.of !== of || this.kept.frames.size > MOST_SNAPSHOTS) this.kept = { of, frames: new Map() };
    const { frames } = this.kept;
    const key = [finality, at.epoch, at.seq, isLast, topic.name].join(' ');
    const known = frames.get(key);
    if (known !== undefined) return known;
    const made = this.make(topic, finality, at.seq).then((body) =>
      encodeFrame('snapshot', isLast ? at : null, body),
    );
    frames.set(key, made);
    // The next one that asks tries again.
    made.catch(() => frames.delete(key));
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
