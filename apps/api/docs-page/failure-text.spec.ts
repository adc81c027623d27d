import { InternalRpcError, ResourceUnavailableRpcError, UserRejectedRequestError } from 'viem';
import { toFailureText } from './failure-text.js';
import { ApiFailure, ApiUnreachable, NoAccount } from './failures.js';

const SITE = 'https://docs.example';

function failure(response: Partial<ApiFailure['response']>): ApiFailure {
  const complete = { status: 401, code: 'siwe_rejected', reason: null, message: 'No.', retryAfterSeconds: 0 };
  return new ApiFailure({ ...complete, ...response });
}

describe('toFailureText', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'a refusal in the wallet',
      new UserRejectedRequestError(new Error('denied')),
      /^You said no in the wallet/,
    ],
    ['a request that is open', new ResourceUnavailableRpcError(new Error('busy')), /^The wallet is waiting/],
    ['a locked wallet', new NoAccount(), /^The wallet shares no account/],
    [
      'an error of the wallet',
      new InternalRpcError(new Error('it broke')),
      /^The wallet .* error: it broke$/,
    ],
    ['anything a wallet may throw', 'odd', /^The wallet responded with an error: odd$/],
    [
      'an API that is away',
      new ApiUnreachable('https://api.example/v1', {}),
      /^The API at https:\/\/api.example\/v1 could not/,
    ],
    [
      'a site that is not registered',
      failure({ reason: 'domain_not_registered' }),
      /origins add https:\/\/docs\.example$/,
    ],
    ['a message that expired', failure({ reason: 'expired' }), /^The message to sign has expired/],
    [
      'too many requests',
      failure({ status: 429, code: 'rate_limited', retryAfterSeconds: 17 }),
      /in 17 seconds/,
    ],
    ['a chain that is away', failure({ status: 503, code: 'upstream_unavailable' }), /contract wallet/],
    ['a reason it does not know', failure({ reason: 'constructor' }), /^The API refused: No\.$/],
    [
      'something in between',
      failure({ status: 502, code: null, message: 'Status 502.' }),
      /refused: Status 502/,
    ],
  ])('has words for %s', (_what, error, words) => {
    expect(toFailureText(error, SITE)).toMatch(words);
  });

  it('clips what a wallet says', () => {
    expect(toFailureText(new Error('x'.repeat(5_000)), SITE).length).toBeLessThan(300);
  });
});
