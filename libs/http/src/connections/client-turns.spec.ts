import { ClientTurns } from './client-turns.js';

function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ClientTurns', () => {
  it('serves cheap requests at once, however many', () => {
    const turns = new ClientTurns();
    let served = 0;
    for (let i = 0; i < 10; i++) turns.run('a', () => void (served += 1));
    expect(served).toBe(10);
  });

  it('has a client whose slice is used up wait, and no other', async () => {
    const turns = new ClientTurns();
    const served: string[] = [];
    for (let i = 0; i < 3; i++)
      turns.run('dear', () => {
        work(3);
        served.push(`dear ${i}`);
      });
    turns.run('cheap', () => void served.push('cheap'));
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
      turns.run('a', () => {
        work(3);
        throw new Error('bug');
      });
    }).toThrow('bug');
    turns.run('a', () => void served.push('next'));
    await turn();
    expect(served).toEqual(['next']);
  });
});
