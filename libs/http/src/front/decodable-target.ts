import { isDecodable } from '../input/percent-encoding.js';

/**
 * A request target whose path can be decoded. Express refuses any other before it asks who is calling; with the percent
 * signs of such a segment escaped, it goes the way of every wrong path: the guards first, then a 400 that names the
 * parameter.
 */
export function decodableTarget(target: string): string {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.includes('%')) return target;
  return path.split('/').map(decodableSegment).join('/') + target.slice(path.length);
}

function decodableSegment(segment: string): string {
  return isDecodable(segment) ? segment : segment.replaceAll('%', '%25');
}
