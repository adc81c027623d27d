import type { StreamListener } from './stream-listener.js';
import type { Topic } from './types/topics.js';

/** A frame, and the topics of which it is. */
export interface TopicFrame {
  readonly topics: readonly string[];
  readonly buffer: Buffer;
}

/** Those who listen to the same topics, and have the same bytes. */
export interface TopicGroup {
  readonly topics: readonly Topic[];
  readonly listeners: readonly StreamListener[];
}

interface TopicSet {
  readonly topics: readonly Topic[];
  readonly listeners: Set<StreamListener>;
}

/** Listeners by what they listen to. */
export class TopicTable {
  readonly listeners = new Set<StreamListener>();
  private readonly sets = new Map<string, TopicSet>();
  private readonly byTopic = new Map<string, { readonly topic: Topic; readonly of: Set<TopicSet> }>();

  add(listener: StreamListener): void {
    const { topics } = listener;
    this.listeners.add(listener);
    const key = keyOf(topics);
    const known = this.sets.get(key);
    if (known !== undefined) {
      known.listeners.add(listener);
      return;
    }
    const set = { topics, listeners: new Set([listener]) };
    this.sets.set(key, set);
    for (const topic of topics) {
      const held = this.byTopic.get(topic.name);
      if (held === undefined) this.byTopic.set(topic.name, { topic, of: new Set([set]) });
      else held.of.add(set);
    }
  }

  remove(listener: StreamListener): void {
    this.listeners.delete(listener);
    const key = keyOf(listener.topics);
    const set = this.sets.get(key);
    set?.listeners.delete(listener);
    if (set?.listeners.size !== 0) return;
    this.sets.delete(key);
    for (const { name } of set.topics) {
      const held = this.byTopic.get(name);
      held?.of.delete(set);
      if (held?.of.size === 0) this.byTopic.delete(name);
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

  /** All listeners as they are now, by what they listen to. */
  groups(): TopicGroup[] {
    return [...this.sets.values()].map(({ topics, listeners }) => ({ topics, listeners: [...listeners] }));
  }

  /** The frames of each listener, each once: one array for all that have the same. */
  address(frames: readonly TopicFrame[]): Map<StreamListener, readonly Buffer[]> {
    const writes = new Map<TopicSet, Buffer[]>();
    for (const { topics, buffer } of frames)
      for (const topic of topics)
        for (const set of this.byTopic.get(topic)?.of ?? []) {
          const held = writes.get(set);
          if (held === undefined) writes.set(set, [buffer]);
          else if (held.at(-1) !== buffer) held.push(buffer);
        }
    return new Map(
      [...writes].flatMap(([{ listeners }, buffers]) =>
        [...listeners].map((listener) => [listener, buffers] as const),
      ),
    );
  }
}

/** The same for the same topics in any order. */
function keyOf(topics: readonly Topic[]): string {
  return topics
    .map(({ name }) => name)
    .sort()
    .join();
}
