import { createClient, custom } from 'viem';
import { requestAddresses, signMessage } from 'viem/actions';
import type { AuthApi, Session } from './auth-api.js';
import { NoAccount } from './failures.js';
import type { Wallet } from './wallet-directory.js';

/** What the person is asked for next. */
export type SignInStep = 'account' | 'signature';

/**
 * Signs a wallet in: its account, the API's message for this page, the wallet's signature, the token.
 *
 * @param next called as each step begins
 * @throws ApiFailure, ApiUnreachable, NoAccount, or what viem makes of a wallet's refusal
 */
export async function signIn(
  wallet: Wallet,
  api: AuthApi,
  next: (step: SignInStep) => void,
): Promise<Session> {
  // Asking again by itself would open the wallet's window again.
  const client = createClient({ transport: custom(wallet.provider, { retryCount: 0 }) });
  next('account');
  const [account] = await requestAddresses(client);
  if (account === undefined) throw new NoAccount();
  // Wallets compare the message's domain with the page that asks.
  const { host: domain, origin: uri } = window.location;
  const message = await api.challenge({ address: account, domain, uri });
  next('signature');
  const signature = await signMessage(client, { account, message });
  return api.token(message, signature);
}
