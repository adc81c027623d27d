import { BaseError, ResourceUnavailableRpcError, UserRejectedRequestError } from 'viem';
import { ApiFailure, ApiUnreachable, NoAccount } from './failures.js';

/** What the API says of a message that it refused (`details.reason`), for the person who signed it. */
const REFUSALS: Readonly<Record<string, string>> = {
  expired: 'The message to sign has expired. Try again, and sign within ten minutes.',
  issued_at_not_current: 'The message to sign is too old. Try again, and sign within ten minutes.',
  nonce_not_valid: 'The message to sign was used already, or is too old. Try again.',
  signature_not_valid: 'The signature is not that of the account which the wallet named.',
  wrong_chain: 'The API is for another chain than the message.',
};

/** Wallets write what they like. */
const MAX_WALLET_TEXT = 200;

/**
 * Why a sign-in came to nothing, in words for the person in front of the page.
 *
 * @param site origin of this page
 */
export function toFailureText(error: unknown, site: string): string {
  if (error instanceof ApiFailure) return toRefusalText(error, site);
  if (error instanceof ApiUnreachable) return `The API at ${error.url} could not be reached. Is it running?`;
  if (error instanceof NoAccount)
    return 'The wallet shares no account with this page. Unlock it and choose one.';
  if (error instanceof UserRejectedRequestError) return 'You said no in the wallet. Nothing was signed.';
  if (error instanceof ResourceUnavailableRpcError) {
    return 'The wallet is waiting for you to confirm or reject an earlier request. Open the wallet, do that, then try again.';
  }
  return `The wallet responded with an error: ${walletText(error).slice(0, MAX_WALLET_TEXT)}`;
}

function toRefusalText({ response }: ApiFailure, site: string): string {
  const { code, reason, message, retryAfterSeconds } = response;
  if (reason === 'domain_not_registered' || reason === 'uri_not_registered') {
    return `This page's address, ${site}, is not registered for signing in. An operator registers it: npm run ops -- origins add ${site}`;
  }
  if (code === 'rate_limited') return `Too many requests. Try again in ${retryAfterSeconds} seconds.`;
  if (reason !== null && Object.hasOwn(REFUSALS, reason)) return REFUSALS[reason] ?? message;
  if (code === 'upstream_unavailable') {
    return 'The API could not ask the chain about this contract wallet. Try again in a moment.';
  }
  return `The API refused: ${message}`;
}

function walletText(error: unknown): string {
  if (error instanceof BaseError) return error.details === '' ? error.shortMessage : error.details;
  return error instanceof Error ? error.message : String(error);
}
