import type { Settings } from '@slipway/settings';
import { ChangedStates } from './changed-states.js';
import { OutboxFollower } from './outbox-follower.js';
import type { StreamBodies } from './stream-bodies.js';
import { StreamHub } from './stream-hub.js';
import type { StreamRepository, OutboxRow, OutboxTail } from './stream.repository.js';

const headRow = (seq: number): OutboxRow => ({
  ...{ seq, entries: 1, block: seq, kind: 'head', apps: {} },
  body: { hash: '0x', time: new Date(seq * 1_000).toISOString(), moved: [], isFeedMoved: false },
});

/** An outbox that has a head each, up to a number. */
const upTo = (lastSeq: number, epoch: string | null = '1-1'): OutboxTail => ({
  ...{ epoch, lastSeq, revision: lastSeq, isStale: false, finalBefore: 0 },
  rows: Array.from({ length: lastSeq }, (_, i) => headRow(i + 1)),
});

describe('OutboxFollower', () => {
  const settings = { finality: { blocks: 10, isByTag: false }, shutdownDrainSeconds: 0 } as Settings;
  let standby: OutboxTail;
  let primary: OutboxTail;
  let ends: string[];
  let follower: OutboxFollower;
  let hub: StreamHub;

  beforeEach(async () => {
    ends = [];
    hub = new StreamHub(settings);
    hub.endAll = (reason) => ends.push(reason);
    let isAtPrimary = false;
    const repository = {
      atPrimary: (work: () => Promise<never>) => {
        isAtPrimary = true;
        return work().finally(() => (isAtPrimary = false));
      },
      readTail: (after: number) => {
        const tail = isAtPrimary ? primary : standby;
        return Promise.resolve({ ...tail, rows: tail.rows.filter(({ seq }) => seq > after) });
      },
    } as Partial<StreamRepository> as StreamRepository;
    const changed = new ChangedStates({} as StreamBodies, hub, repository);
    follower = new OutboxFollower(repository, changed, hub, settings);
    standby = upTo(5);
    primary = upTo(5);
    await follower.advance();
    ends = [];
  });

  afterEach(() => {
    hub.onModuleDestroy();
  });

  async function advanceTo(atStandby: OutboxTail, atPrimary: OutboxTail): Promise<unknown[]> {
    [standby, primary] = [atStandby, atPrimary];
    await follower.advance();
    return [follower.state.epoch, follower.state.seq, ends];
  }

  it('reads at the primary while a standby is behind what was told', async () => {
    expect(await advanceTo(upTo(3), upTo(7))).toEqual(['1-1', 7, []]);
  });

  it.each<[string, OutboxTail]>([
    ['has an older outbox', upTo(3, '0-1')],
    ['has none yet', { epoch: null, lastSeq: null, revision: 0, isStale: true, finalBefore: 0, rows: [] }],
  ])('does not begin anew for a standby that is behind and %s', async (_, behind) => {
    expect(await advanceTo(behind, upTo(6))).toEqual(['1-1', 6, []]);
  });

  it('waits at a promoted primary that lacks what was told, until it is named anew', async () => {
    expect(await advanceTo(upTo(3), upTo(3))).toEqual(['1-1', 5, []]);
    expect(await advanceTo(upTo(3, '1-2'), upTo(3, '1-2'))).toEqual(['1-2', 3, ['reset']]);
  });

  it('begins anew with another outbox, and ends without one', async () => {
    expect(await advanceTo(upTo(6, '6-1'), upTo(6, '6-1'))).toEqual(['6-1', 6, ['reset']]);
    const closed = { epoch: null, lastSeq: 6, revision: 7, isStale: false, finalBefore: 0, rows: [] };
    expect(await advanceTo(closed, closed)).toEqual([null, 0, ['reset', 'reset']]);
  });
});
