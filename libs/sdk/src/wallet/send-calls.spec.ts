import { failureOf } from '../../../../test/support/failure-of.js';
import type { TradePayload } from '../generated/models.js';
import { send, type SendStep } from './send.js';
import type { Wallet } from './wallet.js';

const ADDRESS = '0x1111111111111111111111111111111111111111';
const CHAIN = '0x7a69';
const RECEIPT = { transactionHash: '0xaa', blockNumber: '0x2a', status: '0x1', logs: [] };

const call = { to: ADDRESS, data: '0x', value: '0', description: 'Do it.' };
const sendCalls = {
  ...{ version: '2.0.0', from: ADDRESS, chainId: CHAIN, atomicRequired: true },
  calls: [call, call].map(({ to, data }) => ({ to, data, value: '0x0' })),
};
const trade = {
  ...{
    chainId: 31_337,
    calls: [call, call],
    sendCalls,
    trader: ADDRESS,
    simulation: { ok: true, reason: null },
  },
} as unknown as TradePayload;
const claim = { to: ADDRESS, data: '0xcc', value: '0', chainId: 31_337, merkleProofs: [] };

type Answer = (params: readonly unknown[]) => unknown;

/** A wallet that answers as it is told, and says what it was asked. */
function walletOf(answers: Record<string, Answer>): Wallet & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    account: { address: ADDRESS },
    requestAddresses: () => Promise.resolve([ADDRESS]),
    getChainId: () => Promise.resolve(31_337),
    signMessage: () => Promise.resolve('0x'),
    sendTransaction: () => {
      asked.push('sendTransaction');
      return Promise.resolve('0xaa');
    },
    request: async ({ method, params }: { method: string; params: readonly unknown[] }) => {
      asked.push(method);
      if (method === 'eth_getTransactionReceipt') return RECEIPT;
      const answer = answers[method];
      if (answer === undefined) throw Object.assign(new Error('unknown'), { code: -32_601 });
      return Promise.resolve(answer(params));
    },
  };
}

const refuse = (code: number) => (): never => {
  throw Object.assign(new Error('wrapped'), { cause: Object.assign(new Error('no'), { code }) });
};
const done = { status: 200, receipts: [RECEIPT] };
const able = (answers: Record<string, Answer> = {}): ReturnType<typeof walletOf> =>
  walletOf({
    wallet_getCapabilities: () => ({ [CHAIN]: { atomic: { status: 'ready' } } }),
    wallet_sendCalls: () => ({ id: '0x01' }),
    wallet_getCallsStatus: () => done,
    ...answers,
  });

describe('calls that go together', () => {
  it('are one prompt, with what the payload says; what the wallet can is asked once', async () => {
    const sent: unknown[] = [];
    const wallet = able({
      wallet_getCapabilities: (params) => {
        expect(params).toEqual([ADDRESS, [CHAIN]]);
        return { [CHAIN]: { atomic: { status: 'supported' } } };
      },
      wallet_sendCalls: ([asked]) => {
        sent.push(asked);
        return { id: '0x01' };
      },
    });
    const steps: SendStep[] = [];
    const result = await send(trade, wallet, { onStep: (step) => steps.push(step) });
    expect(result).toEqual({ hashes: ['0xaa'], hash: '0xaa', receipt: RECEIPT });
    expect(steps.map(({ index, calls, hash }) => [index, calls, hash])).toEqual([
      [0, 1, null],
      [0, 1, '0xaa'],
    ]);
    await send(claim, wallet);
    expect(sent).toEqual([
      sendCalls,
      {
        ...{ version: '2.0.0', from: ADDRESS, chainId: CHAIN, atomicRequired: false },
        calls: [{ to: ADDRESS, data: '0xcc', value: '0x0' }],
      },
    ]);
    expect(wallet.asked.filter((method) => method === 'wallet_getCapabilities')).toHaveLength(1);
    expect(wallet.asked).not.toContain('sendTransaction');
  });

  it('go one by one when that is asked', async () => {
    const wallet = able();
    await send(trade, wallet, { batch: false });
    expect(wallet.asked.filter((method) => !method.startsWith('eth_'))).toEqual([
      'sendTransaction',
      'sendTransaction',
    ]);
  });

  it('go to no other chain that the wallet is led to while the first is mined', async () => {
    const chains = [31_337, 1];
    const wallet = { ...able(), getChainId: () => Promise.resolve(chains.shift() ?? 1) };
    const steps: SendStep[] = [];
    const said = await failureOf(() =>
      send(trade, wallet, { batch: false, onStep: (step) => steps.push(step) }),
    );
    expect(said).toBe('wrong_chain 0: the payload is for chain 31337, and the wallet is on chain 1');
    expect(wallet.asked.filter((method) => method === 'sendTransaction')).toHaveLength(1);
    expect(steps.map(({ index }) => index)).toEqual([0, 0]);
  });

  it.each([
    ['does not know the method', {}],
    [
      'cannot on this chain',
      { wallet_getCapabilities: () => ({ [CHAIN]: { atomic: { status: 'unsupported' } } }) },
    ],
    [
      'knows other chains',
      { wallet_getCapabilities: () => ({ '0x1': { atomic: { status: 'supported' } } }) },
    ],
    ['says nothing', { wallet_getCapabilities: () => null }],
    ['refuses to say', { wallet_getCapabilities: refuse(4100) }],
  ])('go one by one where the wallet %s', async (_, answers) => {
    const wallet = walletOf(answers);
    await send(trade, wallet);
    expect(wallet.asked.filter((method) => method === 'sendTransaction')).toHaveLength(2);
    expect(wallet.asked).not.toContain('wallet_sendCalls');
  });

  it.each([
    [4001, "wallet_rejected 0: the wallet's owner rejected the request"],
    [5700, 'wallet_refused 0: the wallet lacks a capability that the calls need'],
    [5710, 'wallet_refused 0: the wallet does not send calls together on this chain'],
    [5720, 'wallet_refused 0: the wallet has other calls of this id'],
    [5740, 'wallet_refused 0: the calls are too many for the wallet to send together'],
    [5750, "wallet_rejected 0: the wallet's owner rejected the upgrade that lets it send calls together"],
    [5760, 'wallet_refused 0: the wallet cannot send the calls so that all go through or none'],
  ])('error %d has words of its own', async (code, said) => {
    const wallet = able({ wallet_sendCalls: refuse(code) });
    expect(await failureOf(() => send(trade, wallet))).toBe(said);
    await expect(send(trade, wallet)).rejects.toMatchObject({ details: { code } });
  });

  it.each([
    [{ status: 400 }, 'wallet_refused 0: the wallet did not send the calls'],
    [{ status: 500, receipts: [RECEIPT] }, 'reverted 0: the calls reverted'],
    [{ status: 600, receipts: [RECEIPT] }, 'reverted 0: a part of the calls reverted'],
    [{ status: 200 }, 'invalid_response 0: the wallet has no receipt of the calls'],
    [
      { status: 200, receipts: [{ ...RECEIPT, status: '0x0' }] },
      'reverted 0: transaction 0xaa was mined and reverted',
    ],
    [{ status: 100 }, 'timeout 0: the calls are not mined yet'],
    [{ status: 'CONFIRMED' }, 'invalid_response 0: the wallet does not say what became of the calls'],
    [null, 'invalid_response 0: the wallet does not say what became of the calls'],
  ])('what became of them: %j', async (status, said) => {
    const wallet = able({ wallet_getCallsStatus: () => status });
    expect(await failureOf(() => send(trade, wallet, { timeoutMs: 0 }))).toBe(said);
  });

  it.each([[null], ['0x01'], [{ id: 7 }], [{ id: '' }], [{ id: 'x'.repeat(9_000) }]])(
    'have an id: not %j',
    async (answer) => {
      const wallet = able({ wallet_sendCalls: () => answer });
      expect(await failureOf(() => send(trade, wallet))).toBe(
        'invalid_response 0: the wallet gave the calls no id',
      );
    },
  );

  it('are not sent by a wallet that they are not for', async () => {
    const other = { ...trade, sendCalls: { ...sendCalls, from: `0x${'2'.repeat(40)}` } };
    const wallet = able();
    expect(await failureOf(() => send(other, wallet))).toMatch(/^not_sendable 0: the payload is for 0x2222/);
    expect(wallet.asked).toEqual([]);
  });
});
