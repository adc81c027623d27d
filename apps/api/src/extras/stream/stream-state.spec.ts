import { toAddress, type Address } from '@slipway/domain';
import { toEntries } from './stream-entry.js';
import {
  advance,
  batchesOf,
  closedState,
  entriesAfter,
  record,
  type OpenState,
  type Step,
} from './stream-state.js';
import type { TopicFrame } from './topic-table.js';
import type { OutboxEvent, OutboxRow } from './stream.repository.js';

const TOKEN = toAddress(`0x${'1'.repeat(40)}`);
const HIDDEN = toAddress(`0x${'2'.repeat(40)}`);
const UNDONE = toAddress(`0x${'4'.repeat(40)}`);
const WALLET = toAddress(`0x${'3'.repeat(40)}`);
const OPEN: OpenState = { ...closedState({ revision: 1, isStale: false }), epoch: '1-1' };
const FINALITY = { blocks: 2, before: 0 };
const READ = { states: { candles: new Map(), prices: new Map() }, at: 0, finality: FINALITY };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const timeOf = (block: number): string => new Date(block * 1_000).toISOString();
const moved = { moved: [], isFeedMoved: false };

function head(seq: number, block: number): OutboxRow {
  const body = { hash: `0x${block}`, time: timeOf(block), ...moved };
  return { seq, entries: 1, block, kind: 'head', apps: {}, body };
}

function retract(seq: number, block: number): OutboxRow {
  const body = { toBlock: 99, validHash: '0x', validTime: timeOf(block), undone: [], ...moved };
  return { seq, entries: 1, block, kind: 'retract', apps: {}, body };
}

/** A purchase a token, in blocks of their own. @param seq of the last one */
function trades(seq: number, ...of: (readonly [block: number, token: Address])[]): OutboxRow {
  const apps = { [TOKEN]: { symbol: 'ONE', isHidden: false }, [HIDDEN]: { symbol: 'TWO', isHidden: true } };
  const event = (token: Address): OutboxEvent => ({
    ...{ type: 'buy', token, logIndex: 1, txHash: '0xff', from: TOKEN, to: WALLET },
    ...{ tokenAmount: '1', platformAmount: '2', fee: '0' },
  });
  const body = of.map(([number, token]) => ({
    ...{ number, hash: '0x', time: timeOf(number), oraclePrice: null, events: [event(token)] },
  }));
  return { seq, entries: of.length, block: of.at(-1)?.[0] ?? 0, kind: 'events', apps, body };
}

/** All rows in batches, one after the other. @returns the last step */
function follow(rows: readonly OutboxRow[]): Step {
  const nothing: Step = { state: OPEN, latest: [], final: [], rollback: null };
  return (batchesOf(OPEN, rows) ?? []).reduce<Step>(
    ({ state }, batch) => advance(state, batch, READ),
    nothing,
  );
}

/** The first lines of frames: `7 trade`, `- snapshot`. */
const linesOf = (frames: readonly TopicFrame[]): string[] =>
  frames.map(({ buffer }) => {
    const [, seq = '-', event = ''] = /^(?:id: 1-1:(\d+)\n)?event: (\w+)\n/.exec(buffer.toString()) ?? [];
    return `${seq} ${event}`;
  });

type Of = readonly [block: number, token: Address];
const buy = (block: number): Of => [block, TOKEN];
const hidden = (block: number): Of => [block, HIDDEN];
const undone = (block: number): Of => [block, UNDONE];

describe('advance', () => {
  it.each<[string, OutboxRow[], { latest: string[]; final: string[]; state: Partial<OpenState> }]>([
    [
      'a head alone has its frame, and what is final by it',
      [head(1, 5)],
      { latest: ['1 head', '1 finalized'], final: ['0 finalized'], state: { seq: 1, finalSeq: 0 } },
    ],
    [
      'the first blocks of a chain are not final',
      [head(1, 1)],
      { latest: ['1 head'], final: [], state: { seq: 1, finalSeq: 0 } },
    ],
    [
      'a head that makes nothing final',
      [head(1, 5), head(2, 5)],
      { latest: ['2 head'], final: [], state: { seq: 2, finalSeq: 0 } },
    ],
    [
      'entries in their order, each under its own number',
      [trades(3, buy(4), buy(4), buy(5)), head(4, 5)],
      {
        latest: ['1 trade', '2 trade', '3 trade', '4 head', '4 finalized'],
        final: ['0 finalized'],
        state: { seq: 4 },
      },
    ],
    [
      'an app that is hidden, or whose launch was undone since, has a number, and no frame',
      [trades(4, buy(4), hidden(4), undone(4), buy(5)), head(5, 5)],
      { latest: ['1 trade', '4 trade', '5 head', '5 finalized'], final: ['0 finalized'], state: { seq: 5 } },
    ],
    [
      'the first part of a batch that is very long',
      [trades(2, buy(4), buy(5))],
      { latest: ['1 trade', '2 trade'], final: [], state: { seq: 2, finalSeq: 0 } },
    ],
    [
      'final entries once the head is so far above them, in order',
      [trades(2, buy(4), buy(5)), head(3, 5), trades(4, buy(6)), head(5, 7)],
      {
        latest: ['4 trade', '5 head', '5 finalized'],
        final: ['1 trade', '2 trade', '3 head', '3 finalized'],
        state: { seq: 5, finalSeq: 3 },
      },
    ],
    [
      'a reorganisation goes out by itself, and makes nothing final',
      [trades(1, buy(5)), head(2, 5), retract(3, 4)],
      { latest: [], final: [], state: { seq: 3, finalSeq: 0 } },
    ],
    [
      'what a reorganisation took back is never final, and what came in its place is',
      [trades(2, buy(4), buy(5)), head(3, 5), retract(4, 4), trades(5, buy(5)), head(6, 7)],
      {
        latest: ['5 trade', '6 head', '6 finalized'],
        final: ['1 trade', '5 trade', '5 finalized'],
        state: { seq: 6, finalSeq: 5 },
      },
    ],
    [
      'a reorganisation takes back through ones before it',
      [
        trades(1, buy(3)),
        head(2, 4),
        retract(3, 3),
        head(4, 4),
        retract(5, 2),
        trades(6, buy(3)),
        head(7, 7),
      ],
      {
        latest: ['6 trade', '7 head', '7 finalized'],
        final: ['6 trade', '6 finalized'],
        state: { seq: 7, finalSeq: 6 },
      },
    ],
    [
      'a lower head takes no final block back',
      [head(1, 9), retract(2, 8), head(3, 8)],
      { latest: ['3 head'], final: [], state: { seq: 3 } },
    ],
  ])('%s', (_, rows, { latest, final, state }) => {
    const step = follow(rows);
    expect([linesOf(step.latest), linesOf(step.final)]).toEqual([latest, final]);
    expect(step.state).toMatchObject(state);
    expect(step.rollback === null).toBe(rows.at(-1)?.kind !== 'retract');
  });

  it('sends candles and prices before their entries, under the position before them', () => {
    const states = {
      candles: new Map([['candles', ['{}', '{}']]]),
      prices: new Map([
        ['price', ['{}']],
        ['none', []],
      ]),
    };
    const first = follow([head(1, 1)]).state;
    const read = { ...READ, states };
    const { latest } = advance(first, [trades(2, buy(2)), head(3, 2)], read);
    expect(linesOf(latest.slice(0, 5))).toEqual(['1 candle', '1 candle', '1 price', '2 trade', '3 head']);
    const { latest: frames, rollback } = advance(first, [retract(2, 0)], read);
    expect([frames, rollback?.id.seq, linesOf(rollback?.prices ?? [])]).toEqual([[], 2, ['1 price']]);
  });

  it('changes nothing of the state before', () => {
    const { state } = follow([trades(1, buy(5)), head(2, 5)]);
    const before = JSON.stringify(state);
    advance(state, [retract(3, 4)], READ);
    expect(JSON.stringify(state)).toBe(before);
  });

  it.each<[string, OutboxRow[], number[]]>([
    ['a day before the first', [head(1, 1)], [1_000 - DAY_MS]],
    ['the head before', [head(1, 1), head(2, 4)], [1_000 - DAY_MS, 1_000]],
    ['where a rollback led to', [head(1, 4), retract(2, 2), head(3, 3)], [4_000 - DAY_MS, 2_000, 2_000]],
  ])('of a head candles may have changed since %s', (_, rows, since) => {
    expect(follow(rows).state.replay.entries.map((entry) => entry.since)).toEqual(since);
  });
});

describe('rows of the outbox', () => {
  it.each<[string, OutboxRow[], number[][] | null]>([
    ['end with a head or a rollback', [trades(6, buy(1)), head(7, 1), retract(8, 0)], [[6, 7], [8]]],
    ['wait for their end', [head(6, 1), trades(7, buy(2))], [[6]]],
    ['are a batch without one where they fill a read', [trades(6, buy(1)), trades(7, buy(1))], [[6, 7]]],
    ['may be none', [], []],
    ['follow with several entries', [trades(7, buy(9), buy(9)), head(8, 9)], [[7, 8]]],
    ['are none after a gap', [head(7, 9)], null],
    ['are none after a gap before several entries', [trades(8, buy(9), buy(9))], null],
  ])('%s', (_, rows, batches) => {
    const found = batchesOf({ ...OPEN, seq: 5 }, rows);
    expect(found?.map((batch) => batch.map(({ seq }) => seq)) ?? null).toEqual(batches);
  });
});

describe('what is kept for a replay', () => {
  const reads = (...of: (readonly [at: number, row: OutboxRow])[]): OpenState =>
    of.reduce((state, [at, row]) => record(state, toEntries(row, at), FINALITY).state, OPEN);
  const seqsAfter = ({ replay }: OpenState, seq: number): number[] | null =>
    entriesAfter(replay, seq)?.map((entry) => entry.seq) ?? null;

  it('begins at the first entry that was read', () => {
    const state = reads([0, head(5, 1)], [0, head(6, 2)], [0, head(7, 3)]);
    expect([3, 4, 5, 7].map((seq) => seqsAfter(state, seq))).toEqual([null, [5, 6, 7], [6, 7], []]);
  });

  it('is 15 minutes, and all that is not final', () => {
    const state = reads([0, head(1, 1)], [MINUTE_MS, head(2, 2)], [15 * MINUTE_MS + 1, head(3, 3)]);
    expect([0, 1].map((seq) => seqsAfter(state, seq))).toEqual([null, [2, 3]]);
    const next = reads([0, head(1, 1)], [0, head(2, 2)], [DAY_MS, head(3, 3)]);
    expect([0, 1].map((seq) => seqsAfter(next, seq))).toEqual([null, [2, 3]]);
  });

  it('is not more than 32 Mi characters', () => {
    const json = 'x'.repeat(20 * 2 ** 20);
    const long = [1, 2, 3].map((block) => ({ ...toEntries(head(block, block), 0)[0]!, json }));
    const state = long.reduce((last, entry) => record(last, [entry], { blocks: 0, before: 0 }).state, OPEN);
    expect([0, 1, 2].map((seq) => seqsAfter(state, seq))).toEqual([null, null, [3]]);
  });
});
