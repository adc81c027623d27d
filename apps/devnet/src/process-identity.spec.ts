import { startTimeOf } from './process-identity.js';

describe('startTimeOf', () => {
  const line = (state: string, threads: number, command = 'anvil') =>
    `4711 (${command}) ${state} 1 4711 4711 0 -1 4228364 1 2 0 0 9 8 0 0 20 0 ${threads} 0 88123 0 0`;

  it('is the start of a process that lives', () => {
    expect(startTimeOf(line('S', 9))).toBe('88123');
  });

  it('is the start of one whose first thread is dead and whose others are not', () => {
    expect(startTimeOf(line('Z', 2))).toBe('88123');
  });

  it('is null for a dead one that is not reaped', () => {
    expect(startTimeOf(line('Z', 1))).toBeNull();
  });

  it('is not led astray by the name of a command', () => {
    expect(startTimeOf(line('S', 1, 'a) Z 1 (b'))).toBe('88123');
  });
});
