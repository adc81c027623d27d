import { parseUrl } from '@slipway/domain';
import { parse } from 'tldts';
import { LAUNCH_LIMITS } from './launch-limits.js';

/** Why a URL of a launch is refused; preflight's codes (docs/http-contract.md section 3). */
export type UrlProblem = 'too_long' | 'invalid_format' | 'url_not_allowed';

/** Anything but the characters of a URI (RFC 3986), which are all ASCII; a backslash is none, though browsers take it for a slash. */
const NO_URI = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/;

/** Browsers also read `https:example.com` as absolute, other readers do not. */
const HAS_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i;

/**
 * The rule for `imageUrl` and `website`: an absolute https URL in ASCII, without credentials, on a host below a public suffix of
 * ICANN. It is checked on the form that the WHATWG parser makes of it, whenever it makes one. So `0x7f.1` is the loopback address
 * that it is. As text only: nothing is fetched or looked up.
 *
 * No more than the longest URL allowed is parsed: the parser normalises hosts in time that grows with the square of their length.
 * That part has scheme and host of a longer text, or the host is longer than any name may be.
 *
 * @returns every reason to refuse it; none when it is allowed
 */
export function findUrlProblems(text: string): UrlProblem[] {
  const start = text.slice(0, LAUNCH_LIMITS.urlMaxLength);
  const url = parseUrl(start);
  const problems: UrlProblem[] = [];
  if (url === null || !isUri(text, url)) problems.push('invalid_format');
  if (text.length > LAUNCH_LIMITS.urlMaxLength) problems.push('too_long');
  if (url !== null && !isAllowed(url)) problems.push('url_not_allowed');
  return problems;
}

/** Whether a text is within a URL's length and alphabet: the cheap part of the rule. */
export function isUriText(text: string): boolean {
  return text.length <= LAUNCH_LIMITS.urlMaxLength && !NO_URI.test(text);
}

function isUri(text: string, url: URL): boolean {
  return !NO_URI.test(text) && (url.protocol !== 'https:' || HAS_AUTHORITY.test(text));
}

function isAllowed(url: URL): boolean {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = parse(url.hostname, { allowPrivateDomains: false });
  return host.isIp !== true && host.isIcann === true && host.domain !== null;
}
