import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { until } from '../../../../test/support/until.js';
import { ClientTurns, EventLoopContention } from './client-turns.js';

function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class TestResponse extends EventEmitter {
  writableEnded = false;

  end(): void {
    this.writableEnded = true;
    this.emit('close');
  }
}

function ended(): TestResponse {
  const response = new TestResponse();
  response.end();
  return response;
}

/** Two clients on a loop that is always busy. */
async function contended(): Promise<EventLoopContention> {
  const contention = new EventLoopContention();
  for (const client of ['a', 'b']) contention.observe(client);
  while (!contention.isHigh()) {
    work(25);
    await turn();
    contention.observe('b');
  }
  return contention;
}

describe('ClientTurns', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('serves cheap requests at once, however many', () => {
    // The machine's other work makes none of them dear.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    const turns = new ClientTurns();
    let served = 0;
    for (let i = 0; i < 10; i++) turns.run('a', ended(), () => void (served += 1));
    expect(served).toBe(10);
  });

  it('has a client whose slice is used up wait, and no other', async () => {
    const turns = new ClientTurns();
    const served: string[] = [];
    for (let i = 0; i < 3; i++)
      turns.run('dear', ended(), () => {
        work(3);
        served.push(`dear ${i}`);
      });
    turns.run('cheap', ended(), () => void served.push('cheap'));
    expect(served).toEqual(['dear 0', 'cheap']);
    await turn();
    expect(served).toEqual(['dear 0', 'cheap', 'dear 1']);
    await turn();
    expect(served.at(-1)).toBe('dear 2');
  });

  it('goes on after a request that throws', async () => {
    const turns = new ClientTurns();
    const served: string[] = [];
    expect(() => {
      turns.run('a', ended(), () => {
        work(3);
        throw new Error('bug');
      });
    }).toThrow('bug');
    turns.run('a', ended(), () => void served.push('next'));
    await turn();
    expect(served).toEqual(['next']);
  });

  it('has one request of each client in progress while clients compete, and a rest after it', async () => {
    const turns = new ClientTurns(await contended());
    // Neither a request's time nor a rest is over by itself.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
    });
    const [first, second] = [new TestResponse(), new TestResponse()];
    const served: string[] = [];
    turns.run('a', first, () => void served.push('first'));
    turns.run('a', second, () => void served.push('second'));
    turns.run('b', new TestResponse(), () => void served.push('other'));
    await turn();
    expect(served).toEqual(['first', 'other']);
    work(10);
    first.end();
    await turn();
    expect(served).toEqual(['first', 'other']);
    jest.advanceTimersByTime(9);
    await turn();
    expect(served).toEqual(['first', 'other']);
    jest.advanceTimersByTime(600_000);
    await turn();
    expect(served).toEqual(['first', 'other', 'second']);
  });

  it('does not wait for a request that takes long', async () => {
    const turns = new ClientTurns(await contended());
    const served: string[] = [];
    turns.run('a', new TestResponse(), () => void served.push('slow'));
    turns.run('a', new TestResponse(), () => void served.push('next'));
    expect(served).toEqual(['slow']);
    await until('the slow one is passed', () => served.length > 1);
    expect(served).toEqual(['slow', 'next']);
  });

  it('lets a client that is alone have any number in progress', async () => {
    const contention = new EventLoopContention();
    const turns = new ClientTurns(contention);
    let served = 0;
    for (let i = 0; i < 3; i++) {
      work(25);
      await turn();
      turns.run('a', new TestResponse(), () => void (served += 1));
    }
    expect(served).toBe(3);
  });
});
