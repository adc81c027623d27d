import type { ServerResponse } from 'node:http';
import type { Settings } from '@slipway/settings';
import { StreamHub } from './stream-hub.js';
import { StreamListener } from './stream-listener.js';
import type { Finality } from './stream.types.js';
import { toTopic } from './topics.js';

describe('StreamHub', () => {
  it('says with its comments what a quiet listener has, and nothing while more is told', () => {
    const hub = new StreamHub({ shutdownDrainSeconds: 0 } as Settings);
    const written: string[] = [];
    const listen = (finality: Finality): void => {
      const response = {
        writableLength: 0,
        write: (bytes: Buffer) => written.push(`${finality} ${bytes.toString()}`) > 0,
        end: () => undefined,
      };
      const listener = new StreamListener(
        response as unknown as ServerResponse,
        [toTopic('trades')],
        finality,
        1_024,
      );
      listener.begun();
      hub.add(listener);
    };
    listen('latest');
    listen('final');
    hub.comment();
    hub.told = { latest: { epoch: '7-1', seq: 9 }, final: { epoch: '7-1', seq: 4 } };
    hub.comment();
    hub.onModuleDestroy();
    expect(written.slice(0, 4)).toEqual([
      'latest :\n\n',
      'final :\n\n',
      'latest :\nid: 7-1:9\n\n',
      'final :\nid: 7-1:4\n\n',
    ]);
  });
});
