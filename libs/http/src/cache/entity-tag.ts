import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';
import type { ContentCoding } from './accept-encoding.js';

/** 132 bits of SHA-256 over the bytes: a strong tag without quotes or coding suffix. */
export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** The tag of one coding of a content: each has bytes of its own. */
export function entityTag(hash: string, coding: ContentCoding): string {
  return coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
}

/** A hundred tags of ours; a longer list is not searched, and the whole response sent. */
const MAX_LIST_LENGTH = 4_096;

/** Whether `If-None-Match` names the tag: a list, `*`, and weak comparison as RFC 9110 13.1.2 asks for. */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.length > MAX_LIST_LENGTH) return false;
  return fresh({ 'if-none-match': ifNoneMatch }, { etag });
}

/** Whether the client has what the tag names; null names nothing. */
export function isKnownToClient({ headers }: IncomingMessage, etag: string | null): boolean {
  const ifNoneMatch = headers['if-none-match'];
  return etag !== null && ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag);
}
