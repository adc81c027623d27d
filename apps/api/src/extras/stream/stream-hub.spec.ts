import type { ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import type { Settings } from '@slipway/settings';
import { StreamHub } from './stream-hub.js';
import { closedState } from './stream-state.js';
import { Subscriber } from './subscriber.js';
import { FINALITIES, toTopic } from './topics.js';

describe('StreamHub', () => {
  afterEach(() => jest.useRealTimers());

  it('says with its comments what a quiet subscriber has, and nothing while more is sent', async () => {
    const hub = new StreamHub({ shutdownDrainSeconds: 0 } as Settings);
    const written = listenTo(hub);
    hub.comment();
    const closed = closedState({ revision: 1, isStale: false });
    const state = { ...closed, epoch: '7-1', seq: 9, finalSeq: 4 };
    const published = hub.publish({ state, latest: [], final: [], rollback: null });
    hub.comment();
    await published;
    hub.comment();
    hub.onModuleDestroy();
    expect(written.slice(0, 6)).toEqual([
      'latest :\n\n',
      'final :\n\n',
      'latest :\n\n',
      'final :\n\n',
      'latest :\nid: 7-1:9\n\n',
      'final :\nid: 7-1:4\n\n',
    ]);
  });

  it('lets others have their turn while many are written to, whose frames go out at the next tick', async () => {
    const hub = new StreamHub({ shutdownDrainSeconds: 0 } as Settings);
    const response = {
      writableLength: 0,
      write: () => {
        process.nextTick(() => {
          const until = performance.now() + 0.5;
          while (performance.now() < until);
        });
        return true;
      },
    } as unknown as ServerResponse;
    const subscribers = Array.from({ length: 200 }, () => new Subscriber(response, [], 'latest', 1_000));
    for (const subscriber of subscribers) subscriber.begun();
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 0);
    const frames = [Buffer.from('data: {}\n\n')];
    await hub.send(subscribers.map((subscriber) => [subscriber, frames] as const));
    clearInterval(turn);
    hub.onModuleDestroy();
    // 100 ms in slices of 8 subscribers at least, which are 4 ms.
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it.each([
    [20, 15_000],
    [6, 1_000],
  ])('says goodbye 5 s before a drain of %i s ends, once', (shutdownDrainSeconds, after) => {
    jest.useFakeTimers();
    const hub = new StreamHub({ shutdownDrainSeconds } as Settings);
    const written = listenTo(hub);
    hub.onModuleDestroy();
    const goodbyes = (): string[] => written.filter((text) => text.includes('event: shutdown'));
    jest.advanceTimersByTime(after - 1);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(2);
    expect(goodbyes().map((text) => text.split(' ')[0])).toEqual(['latest', 'final']);
    jest.advanceTimersByTime(shutdownDrainSeconds * 1_000 - after - 2);
    expect(written).toHaveLength(2);
    jest.advanceTimersByTime(2);
    expect(written.slice(2)).toEqual(['latest ended', 'final ended']);
  });
});

/** Adds a subscriber of each finality. @returns the texts that are written to them */
function listenTo(hub: StreamHub): string[] {
  const written: string[] = [];
  for (const finality of FINALITIES) {
    const response = {
      writableLength: 0,
      write: (bytes: Buffer) => written.push(`${finality} ${bytes.toString()}`) > 0,
      end: () => written.push(`${finality} ended`),
    };
    const of = [response as unknown as ServerResponse, [toTopic('trades')], finality, 1_024] as const;
    const subscriber = new Subscriber(...of);
    subscriber.begun();
    hub.add(subscriber);
  }
  return written;
}
