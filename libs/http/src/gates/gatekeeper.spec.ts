import type { OperationCall } from './gate.js';
import { Gatekeeper } from './gatekeeper.js';

/** The gates below look at nothing. */
const call = {} as OperationCall;

describe('Gatekeeper', () => {
  it('asks every gate in order, and waits for none that need not be waited for', () => {
    const asked: string[] = [];
    const gates = ['a', 'b'].map((name) => ({ admit: () => void asked.push(name) }));
    expect(new Gatekeeper(gates).admit(call)).toBeUndefined();
    expect(asked).toEqual(['a', 'b']);
  });

  it('waits for a gate before it asks the next', async () => {
    const asked: string[] = [];
    const slow = {
      admit: async () => {
        await Promise.resolve();
        asked.push('slow');
      },
    };
    await new Gatekeeper([slow, { admit: () => void asked.push('fast') }, slow]).admit(call);
    expect(asked).toEqual(['slow', 'fast', 'slow']);
  });

  it('asks no further after a refusal', async () => {
    const asked: string[] = [];
    const refusing = { admit: () => Promise.reject(new Error('no')) };
    await expect(
      new Gatekeeper([refusing, { admit: () => void asked.push('second') }]).admit(call),
    ).rejects.toThrow('no');
    expect(asked).toEqual([]);
  });
});
