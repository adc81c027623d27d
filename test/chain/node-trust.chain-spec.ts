import { slipway } from '@slipway/protocols/slipway';
import type { Hex } from 'viem';
import { ChainNode } from '@slipway/chain';
import { ZERO_ADDRESS } from '@slipway/domain';
import { BLOCK_5, RespondingNode } from '../support/responding-node.js';

describe('a fast node that contradicts itself, beside a slow one that does not', () => {
  let liar: RespondingNode;
  let sound: RespondingNode;
  const { now } = Date;
  let node: ChainNode;
  /** What the clock shows: it stands still but for {@link pass}. */
  let time = now();

  beforeAll(async () => {
    liar = await RespondingNode.start();
    sound = await RespondingNode.start(400);
    node = new ChainNode([liar.url, sound.url], 1, {
      timeoutMs: 60_000,
      attempts: 2,
      retryMs: 10,
    });
    await node.latest();
    Date.now = () => time;
  });

  afterAll(async () => {
    Date.now = now;
    await liar.stop();
    await sound.stop();
  });

  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };

  const askedFirst = async (): Promise<'liar' | 'sound'> => {
    const before = liar.asked.length;
    await node.decodedLogs([ZERO_ADDRESS], slipway.events, 1, 5);
    return liar.asked.length > before ? 'liar' : 'sound';
  };

  it('is left alone for longer each time, whatever it returns between, until something of it is proved', async () => {
    for (const coolDownMs of [500, 1_000]) {
      expect(await askedFirst()).toBe('liar');
      node.penalise();
      pass(coolDownMs);
    }
    expect(await askedFirst()).toBe('liar');
    node.penalise();
    pass(1_999);
    expect(await askedFirst()).toBe('sound');
    pass(1);
    expect(await askedFirst()).toBe('liar');
    node.trust();
    expect(await askedFirst()).toBe('liar');
    node.penalise();
    expect(await askedFirst()).toBe('sound');
    pass(500);
    expect(await askedFirst()).toBe('liar');
  });
});

describe('two nodes that are asked for the same logs', () => {
  it('are heard by themselves: what one gives that cannot be does not take the other one away', async () => {
    const sound = await RespondingNode.start();
    const broken = await RespondingNode.start();
    const { number, hash } = BLOCK_5;
    for (const impossible of [null, {}, [null], [{ address: 'none' }]]) {
      broken.logs = () => ({ result: impossible });
      for (const urls of [
        [broken.url, sound.url],
        [sound.url, broken.url],
      ]) {
        const node = new ChainNode(urls, 1, { timeoutMs: 60_000, attempts: 1, retryMs: 1 });
        await node.latest();
        const block = { number: Number(number), hash: hash as Hex };
        expect(await node.logsOfSeveral([ZERO_ADDRESS], [], block, 2)).toEqual([[]]);
      }
    }
    await sound.stop();
    await broken.stop();
  });
});
