import type { Subscriber } from './subscriber.js';
import type { Topic } from './topics.js';

/** A frame, and the topics of which it is. */
export interface TopicFrame {
  readonly topics: readonly string[];
  readonly buffer: Buffer;
}

/** Those who listen to the same topics, and have the same bytes. */
export interface TopicSet {
  readonly topics: readonly Topic[];
  readonly subscribers: Set<Subscriber>;
}

/** Subscribers by what they listen to. */
export class TopicTable {
  readonly subscribers = new Set<Subscriber>();
  private readonly sets = new Map<string, TopicSet>();
  private readonly byTopic = new Map<string, { readonly topic: Topic; readonly of: Set<TopicSet> }>();

  add(subscriber: Subscriber): void {
    const { topics } = subscriber;
    this.subscribers.add(subscriber);
    const key = keyOf(topics);
    const known = this.sets.get(key);
    if (known !== undefined) {
      known.subscribers.add(subscriber);
      return;
    }
    const set = { topics, subscribers: new Set([subscriber]) };
    this.sets.set(key, set);
    for (const topic of topics) {
      const held = this.byTopic.get(topic.name);
      if (held === undefined) this.byTopic.set(topic.name, { topic, of: new Set([set]) });
      else held.of.add(set);
    }
  }

  remove(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
    const key = keyOf(subscriber.topics);
    const set = this.sets.get(key);
    set?.subscribers.delete(subscriber);
    if (set?.subscribers.size !== 0) return;
    this.sets.delete(key);
    for (const { name } of set.topics) {
      const held = this.byTopic.get(name);
      held?.of.delete(set);
      if (held?.of.size === 0) this.byTopic.delete(name);
    }
  }

  /** The same topic of a subscriber; undefined without one. */
  known({ name }: Topic): Topic | undefined {
    return this.byTopic.get(name)?.topic;
  }

  /** All topics that have a subscriber. */
  topics(): Topic[] {
    return [...this.byTopic.values()].map(({ topic }) => topic);
  }

  /** All subscribers as they are now, by what they listen to. */
  groups(): TopicSet[] {
    return [...this.sets.values()].map(({ topics, subscribers }) => ({
      topics,
      subscribers: new Set(subscribers),
    }));
  }

  /** The frames of each subscriber, each once: one array for all that have the same. */
  address(frames: readonly TopicFrame[]): Map<Subscriber, readonly Buffer[]> {
    const writes = new Map<TopicSet, Buffer[]>();
    for (const { topics, buffer } of frames)
      for (const topic of topics)
        for (const set of this.byTopic.get(topic)?.of ?? []) {
          const held = writes.get(set);
          if (held === undefined) writes.set(set, [buffer]);
          else if (held.at(-1) !== buffer) held.push(buffer);
        }
    return new Map(
      [...writes].flatMap(([{ subscribers }, buffers]) =>
        [...subscribers].map((subscriber) => [subscriber, buffers] as const),
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
