import { jest } from '@jest/globals';
import { createClient } from '../client.js';
import { listPrices } from '../generated/operations.js';
import { send, type Payload } from './send.js';
import type { Wallet } from './wallet.js';

const ADDRESS = '0x2222222222222222222222222222222222222222';
const HASH = '0xab';
const MINUTE_MS = 60_000;

const claim: Payload = { to: ADDRESS, data: '0x', value: '0', chainId: 1, merkleProofs: [] };

/** Its transactions are mined at once, in one block after the other. */
function walletAt(block: number): Wallet {
  let mined = block - 1;
  return {
    account: { address: ADDRESS },
    requestAddresses: () => Promise.resolve([ADDRESS]),
    getChainId: () => Promise.resolve(1),
    signMessage: () => Promise.reject(new Error('nothing is signed here')),
    sendTransaction: () => Promise.resolve(HASH),
    request: ({ method }: { method: string }) => {
      if (method !== 'eth_getTransactionReceipt') return Promise.reject(new Error(method));
      mined += 1;
      const receipt = { transactionHash: HASH, blockNumber: `0x${mined.toString(16)}`, status: '0x1' };
      return Promise.resolve({ ...receipt, logs: [] });
    },
  };
}

describe('send with a client', () => {
  const asked: (string | undefined)[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.org/v1',
    fetch: (_, init) => {
      asked.push((init.headers as Record<string, string>)['X-Min-Block']);
      return Promise.resolve(Response.json({ prices: [] }));
    },
  });
  const read = (): Promise<unknown> => listPrices(client, {});

  beforeEach(() => {
    asked.length = 0;
    // What reads the body of a response needs these.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('has what is read in the next minute be of the block of its receipt, and no longer', async () => {
    await read();
    await send(claim, walletAt(42), { client });
    await read();
    jest.advanceTimersByTime(MINUTE_MS - 1);
    await read();
    jest.advanceTimersByTime(1);
    await read();
    expect(asked).toEqual([undefined, '42', '42', undefined]);
  });

  it('begins a new minute with each transaction', async () => {
    const wallet = walletAt(50);
    await send(claim, wallet, { client });
    jest.advanceTimersByTime(MINUTE_MS / 2);
    await send(claim, wallet, { client });
    jest.advanceTimersByTime(MINUTE_MS - 1);
    await read();
    jest.advanceTimersByTime(1);
    await read();
    expect(asked).toEqual(['51', undefined]);
  });

  it('asks for no block when no client is named', async () => {
    await send(claim, walletAt(60));
    await read();
    expect(asked).toEqual([undefined]);
  });
});
