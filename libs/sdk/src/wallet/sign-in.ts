import type { Client } from '../client.js';
import { fail } from '../errors.js';
import { createChallenge, createToken, logout } from '../generated/operations.js';
import type { AccessToken } from '../generated/models.js';
import type { CallOptions } from '../request.js';
import { accountOf, asking, methodsOf, type Wallet } from './wallet.js';

export interface SignInOptions extends CallOptions {
  /** Where the person signs in; in a page, its own by default. Must be registered with the API. */
  readonly domain?: string | undefined;
  readonly uri?: string | undefined;
}

/**
 * Signs a wallet in (EIP-4361) and keeps the access token in the client, for an hour: the wallet's address, the API's message, its
 * signature, the token.
 *
 * @throws SlipwayError `wallet_rejected` when the wallet's owner says no, or what the API says
 */
export async function signIn(
  client: Client,
  wallet: Wallet,
  { domain, uri, ...options }: SignInOptions = {},
): Promise<AccessToken> {
  const { address, account } = await accountOf(wallet);
  const page = pageOrigin();
  const site = { domain: domain ?? page?.host, uri: uri ?? page?.origin };
  const { message } = await createChallenge(client, { address, ...site }, options);
  // The message to sign is for this wallet and this site, whatever the server sent.
  const [first = '', signer = ''] = message.split('\n');
  if (
    signer.toLowerCase() !== address.toLowerCase() ||
    (site.domain !== undefined && !first.startsWith(`${site.domain} `))
  )
    throw fail('invalid_response', 'the message to sign is for another wallet or site');
  const signature = await asking(methodsOf(wallet).signMessage({ account, message }));
  options.signal?.throwIfAborted();
  const token = await createToken(client, { message, signature }, options);
  client.token = token.accessToken;
  return token;
}

/** Has the API refuse the token from now on, and forgets it, even if the API cannot be reached. */
export async function signOut(client: Client, options: CallOptions = {}): Promise<void> {
  if (client.token === null) return;
  const signedIn = { ...client };
  client.token = null;
  await logout(signedIn, {}, options);
}

function pageOrigin(): URL | null {
  const href = (globalThis as { location?: { href: string } }).location?.href;
  return href !== undefined && /^https?:/.test(href) ? new URL(href) : null;
}
