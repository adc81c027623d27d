import { isIPv6 } from 'node:net';

/** The parts of a URI (RFC 3986, appendix B). */
const PARTS =
  /^[A-Za-z][A-Za-z0-9+\-.]*:(?:\/\/(?<authority>[^/?#]*))?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/s;

const AUTHORITY = /^(?:(?<user>[^@]*)@)?(?<host>\[[0-9A-Fa-f:.]*\]|[^@:[\]]*)(?::\d*)?$/;

/** Unreserved characters, sub-delims and percent-encoded bytes, beside those of a part. */
const charactersOf = (more: string): RegExp =>
  new RegExp(`^(?:[A-Za-z0-9\\-._~!$&'()*+,;=${more}]|%[0-9A-Fa-f]{2})*$`);
const NAME = charactersOf('');
const USER = charactersOf(':');
const PATH = charactersOf(':@/');
const QUERY = charactersOf(':@/?');

/**
 * Whether a text is a URI as EIP-4361 wants it (RFC 3986, without addresses of future versions). In time that grows with its length only.

 */
export function isUri(text: string): boolean {
  const parts = PARTS.exec(text)?.groups;
  if (parts === undefined) return false;
  const { authority, path = '', query = '', fragment = '' } = parts;
  if (authority !== undefined && !isAuthority(authority)) return false;
  return PATH.test(path) && QUERY.test(query) && QUERY.test(fragment);
}

/** Whether a text is an authority (RFC 3986, section 3.2): a host with its port, and a user before it. */
export function isAuthority(text: string): boolean {
  const { user = '', host = '' } = AUTHORITY.exec(text)?.groups ?? { host: ' ' };
  if (!USER.test(user)) return false;
  return host.startsWith('[') ? isIPv6(host.slice(1, -1)) : NAME.test(host);
}
