import type { IncomingMessage } from 'node:http';
import { isDecodable } from './percent-encoding.js';

/** The whole path as sent, undecoded: Express cuts the prefix off `url` while a mounted router runs. */
export function rawPathOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  const url = request.originalUrl ?? request.url ?? '/';
  return url.split('?', 1)[0] ?? '/';
}

/** Whether a parameter was sent in the query, whatever it says. */
export function hasParameter({ url = '' }: IncomingMessage, name: string): boolean {
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).has(name);
}

/**
 * A request target whose path can be decoded. Express refuses any other before it asks who is calling; with the percent
 * signs of such a segment escaped, it goes the way of every wrong path: the guards first, then a 400 that names the
 * parameter.
 */
export function decodableTarget(target: string): string {
  const [path = ''] = target.split('?', 1);
  if (!path.includes('%')) return target;
  return path.split('/').map(decodableSegment).join('/') + target.slice(path.length);
}

function decodableSegment(segment: string): string {
  return isDecodable(segment) ? segment : segment.replaceAll('%', '%25');
}
