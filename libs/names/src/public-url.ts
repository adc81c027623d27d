import { parse } from 'tldts';
import { LAUNCH_LIMITS } from './launch-limits.js';

/** Why a URL of a launch is refused; preflight's codes (contract section 3). */
export type UrlProblem = 'too_long' | 'invalid_format' | 'url_not_allowed';

const ASCII_URL = /^[\x21-\x7e]+$/;

/**
 * The rule for `imageUrl` and `website`: an absolute https URL in ASCII, without credentials, on a host below a
 * public suffix of ICANN. Judged on the form that the WHATWG parser makes of it, so that `0x7f.1` is the loopback
 * address that it is. As text only: nothing is fetched or looked up.
 *
 * @returns null when the URL is allowed
 */
export function findUrlProblem(text: string): UrlProblem | null {
  if (text.length > LAUNCH_LIMITS.urlMaxLength) return 'too_long';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'invalid_format';
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'url_not_allowed';
  const host = parse(url.hostname, { allowPrivateDomains: false });
  if (host.isIp === true || host.isIcann !== true || host.domain === null) return 'url_not_allowed';
  return ASCII_URL.test(text) ? null : 'invalid_format';
}
