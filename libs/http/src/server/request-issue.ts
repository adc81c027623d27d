import { isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { RequestIssue } from '../errors/invalid-request.error.js';

/** A domain has 255 characters at the most; a port six more. */
const MAX_HOST_LENGTH = 261;

/** RFC 9110 7.2: a name or an IPv4 address, or an IPv6 address in brackets, and a port. */
const HOST = /^(?:\[(?<ip>[0-9A-Fa-f:.]+)\]|[A-Za-z0-9\-._~!$&'()*+,;=%]+)(?::\d{0,5})?$/;

/** RFC 9112 3.2: a path, a whole URL with a host, or the asterisk of OPTIONS. */
const TARGET = /^(?:\/|\*$|https?:\/\/[^/?#])/i;

/** What RFC 9112 asks a 400 for, and node:http does not. */
export function findRequestIssue({
  rawHeaders,
  httpVersion,
  url = '',
}: IncomingMessage): RequestIssue | null {
  if (!TARGET.test(url)) return { path: 'request', message: 'has a target without a path' };
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '');
  }
  const [host, ...others] = hosts;
  if (others.length > 0) return { path: 'Host', message: 'must be sent once' };
  if (host === undefined) return httpVersion === '1.1' ? { path: 'Host', message: 'is required' } : null;
  return isHost(host) ? null : { path: 'Host', message: 'must be a host, with a port or without' };
}

function isHost(text: string): boolean {
  const parts = text.length > MAX_HOST_LENGTH ? null : HOST.exec(text);
  return parts !== null && (parts.groups?.['ip'] === undefined || isIPv6(parts.groups['ip']));
}
