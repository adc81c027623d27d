import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { RunningApi } from './running-api.js';
import { until } from './until.js';

/** A wallet with a key of its own for each number. */
export function testWallet(number: number): PrivateKeyAccount {
  return privateKeyToAccount(`0x${(number + 0x5117).toString(16).padStart(64, 'a')}`);
}

export interface TestChallenge {
  readonly message: string;
  readonly nonce: string;
  readonly expiresAt: string;
}

/** As a page does, which asks again after a 503: a machine with other suites beside may take longer than a request has. */
async function answerOf(ask: () => Promise<Response>): Promise<Response> {
  let response = await ask();
  await until('the API responds', async () => {
    if (response.status === 503) response = await ask();
    return response.status !== 503;
  });
  return response;
}

export async function challenge(
  api: Pick<RunningApi, 'post'>,
  address: string,
  more: Record<string, unknown> = {},
): Promise<TestChallenge> {
  const response = await answerOf(() => api.post('/auth/challenge', { address, ...more }));
  if (response.status !== 200) throw new Error(`no challenge: ${await response.text()}`);
  return (await response.json()) as TestChallenge;
}

/** Signs a wallet in as a builder's page does; returns its access token. */
export async function signIn(
  api: Pick<RunningApi, 'post'>,
  wallet: Pick<PrivateKeyAccount, 'address' | 'signMessage'>,
): Promise<string> {
  const response = await answerOf(async () => {
    // With a nonce of its own each time: one that was told 503 may be used up all the same.
    const { message } = await challenge(api, wallet.address);
    return api.post('/auth/token', { message, signature: await wallet.signMessage({ message }) });
  });
  if (response.status !== 200) throw new Error(`no token: ${await response.text()}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}
