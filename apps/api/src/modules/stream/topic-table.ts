import type { StreamListener } from './stream-listener.js';
import type { Topic } from './topics.js';

/** A frame, and the topics of which it is. */
export interface TopicFrame {
  readonly topics: readonly string[];
  readonly buffer: Buffer;
}

/** Listeners by what they listen to. */
export class TopicTable {
  readonly listeners = new Set<StreamListener>();
  private readonly byTopic = new Map<string, { readonly topic: Topic; readonly of: Set<StreamListener> }>();

  add(listener: StreamListener): void {
    this.listeners.add(listener);
    for (const topic of listener.topics) {
      const known = this.byTopic.get(topic.name);
      if (known === undefined) this.byTopic.set(topic.name, { topic, of: new Set([listener]) });
      else known.of.add(listener);
    }
  }

  remove(listener: StreamListener): void {
    this.listeners.delete(listener);
    for (const { name } of listener.topics) {
      const known = this.byTopic.get(name);
      known?.of.delete(listener);
      if (known?.of.size === 0) this.byTopic.delete(name);
    }
  }

  /** The same topic of a listener; undefined without one. */
  known({ name }: Topic): Topic | undefined {
    return this.byTopic.get(name)?.topic;
  }

  /** All topics that have a listener. */
  topics(): Topic[] {
    return [...this.byTopic.values()].map(({ topic }) => topic);
  }

  /** The frames of each listener, each once. */
  address(frames: readonly TopicFrame[]): Map<StreamListener, readonly Buffer[]> {
    const writes = new Map<StreamListener, Buffer[]>();
    for (const { topics, buffer } of frames)
      for (const topic of topics)
        for (const listener of this.byTopic.get(topic)?.of ?? []) {
          const held = writes.get(listener);
          if (held === undefined) writes.set(listener, [buffer]);
          else if (held.at(-1) !== buffer) held.push(buffer);
        }
    return writes;
  }
}
