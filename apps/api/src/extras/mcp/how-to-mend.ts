import type { ApiError, ErrorCode } from '@slipway/http';
import { signInSteps } from './mcp-url.js';

/** What a model can do about an error, in a sentence. Codes that no tool has are mended by trying again. */
const FIXES: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the arguments that details.issues names, and call again.',
  forbidden:
    'Leave address out: the access token is for the wallet in details.wallet. For another wallet, sign in with it.',
  not_found: 'Look the app up with find_apps, and use its tokenAddress.',
  nothing_to_claim: 'Nothing is due now: list_rewards tells what may be claimed.',
  stale_root: 'Wait a minute for the new tree, and call again.',
  claim_unsafe: 'Leave out the programs of details.programIds: their claims do not pay what they should.',
  quote_moved: 'Show details.amountOut to the user, and ask whether to accept less.',
  conflict: 'Read details.reason: this cannot be done in the present state.',
  rate_limited: 'Wait details.retryAfterSeconds seconds, and call again.',
  service_unavailable: 'Wait a few seconds and call again.',
  upstream_unavailable: 'The chain cannot be reached: wait a few seconds and call again.',
  payload_too_large: 'Send less in one call.',
};

const OTHERWISE = 'Call again in a few seconds; if it fails again, tell the user.';

/** The same where `details.reason` says more than the code. */
const FIXES_BY_REASON: ReadonlyMap<unknown, string> = new Map([
  ['cursor_invalid', 'Call again without cursor: only nextCursor of the same list goes on in it.'],
  ['cursor_expired', 'Call again without cursor, which is the first page.'],
]);

/** @param publicBaseUrl where a wallet signs in */
export function howToMend(
  code: ErrorCode,
  { reason, programIds, feature }: ApiError['details'],
  publicBaseUrl: string,
): string {
  const byReason = FIXES_BY_REASON.get(reason);
  if (byReason !== undefined) return byReason;
  if (code === 'not_found' && programIds !== undefined)
    return 'Leave out what details.programIds names: list_rewards tells of the programs.';
  if (code === 'service_unavailable' && feature !== undefined)
    return 'Operators have switched this off: tell the user.';
  if (code === 'unauthorized') return signInSteps(publicBaseUrl);
  return FIXES[code] ?? OTHERWISE;
}
