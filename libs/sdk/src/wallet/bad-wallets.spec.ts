import { failureOf } from '../../../../test/support/failure-of.js';
import { createClient } from '../client.js';
import { send } from './send.js';
import { signIn } from './sign-in.js';
import type { Wallet } from './wallet.js';

const TOKEN = '0x1111111111111111111111111111111111111111';

/** What a wallet may do otherwise than it should: each is an error that says so. */
describe('bad wallets', () => {
  const claim = { to: TOKEN, data: '0x', value: '0', chainId: 31_337, merkleProofs: [] };
  const walletOf = (more: Partial<Record<keyof Wallet, unknown>>): Wallet => ({
    account: { address: TOKEN },
    requestAddresses: () => Promise.resolve([TOKEN]),
    getChainId: () => Promise.resolve(31_337),
    signMessage: () => Promise.resolve('0x'),
    sendTransaction: () => Promise.resolve('0xaa'),
    request: () => Promise.resolve({ status: '0x1', transactionHash: '0xaa' }),
    ...(more as Partial<Wallet>),
  });

  it('one on another chain', async () => {
    const wallet = walletOf({ getChainId: () => Promise.resolve(1) });
    expect(await failureOf(() => send(claim, wallet))).toBe(
      'wrong_chain 0: the payload is for chain 31337, and the wallet is on chain 1',
    );
  });

  it('one whose owner says no', async () => {
    const no = Object.assign(new Error('wrapped'), {
      cause: Object.assign(new Error('no'), { code: 4001 }),
    });
    const wallet = walletOf({ sendTransaction: () => Promise.reject(no) });
    expect(await failureOf(() => send(claim, wallet))).toBe(
      "wallet_rejected 0: the wallet's owner rejected the request",
    );
  });

  it('one without an account', async () => {
    const wallet = walletOf({ account: undefined, requestAddresses: () => Promise.resolve([]) });
    expect(await failureOf(() => send(claim, wallet))).toMatch(
      /^wallet_rejected 0: the wallet has no account/,
    );
  });

  it('a transaction that reverts, and one that is never mined', async () => {
    const reverts = walletOf({ request: () => Promise.resolve({ status: '0x0' }) });
    expect(await failureOf(() => send(claim, reverts))).toBe(
      'reverted 0: transaction 0xaa was mined and reverted',
    );
    const stays = walletOf({ request: () => Promise.resolve(null) });
    expect(await failureOf(() => send(claim, stays, { timeoutMs: 0 }))).toBe(
      'timeout 0: transaction 0xaa is not mined yet',
    );
  });

  it.each([
    ['another wallet', 'api.example.org wants you to sign in\n0x2222222222222222222222222222222222222222'],
    ['another site', `evil.example.org wants you to sign in\n${TOKEN}`],
  ])('a message to sign that is for %s', async (_, message) => {
    const client = createClient({
      baseUrl: 'https://api.example.org/v1',
      fetch: () => Promise.resolve(Response.json({ message })),
    });
    const site = { domain: 'api.example.org', uri: 'https://api.example.org' };
    expect(await failureOf(() => signIn(client, walletOf({}), site))).toBe(
      'invalid_response 0: the message to sign is for another wallet or site',
    );
  });
});
