import type { Subscriber } from './subscriber.js';
import { TopicTable } from './topic-table.js';
import { toTopic } from './topics.js';

const listenTo = (...topics: string[]): Subscriber =>
  ({ topics: topics.map(toTopic) }) as Partial<Subscriber> as Subscriber;

describe('TopicTable', () => {
  const [head, trade] = [Buffer.from('head'), Buffer.from('trade')];
  const frames = [
    { topics: ['trades', 'trades:0x1'], buffer: trade },
    { topics: ['head'], buffer: head },
  ];

  it('gives all that listen to the same topics the same frames, made once', () => {
    const table = new TopicTable();
    const [one, other, quiet] = [listenTo('head', 'trades'), listenTo('trades', 'head'), listenTo('apps')];
    for (const subscriber of [one, other, quiet]) table.add(subscriber);
    const writes = table.address(frames);
    expect(writes.get(one)).toEqual([trade, head]);
    expect(writes.get(other)).toBe(writes.get(one));
    expect(writes.has(quiet)).toBe(false);
  });

  it('forgets topics with their last subscriber', () => {
    const table = new TopicTable();
    const [one, other] = [listenTo('head'), listenTo('head')];
    table.add(one);
    table.add(other);
    table.remove(one);
    expect([...table.address(frames).keys()]).toEqual([other]);
    table.remove(other);
    expect([table.topics(), [...table.address(frames)], table.subscribers.size]).toEqual([[], [], 0]);
  });
});
