import { createHash } from 'node:crypto';
import fresh from 'fresh';

/** 132 bits of SHA-256 over the bytes: a strong tag without quotes or coding suffix. */
export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** A hundred tags of ours; a longer list is not searched, and the whole answer sent. */
const MAX_LIST_LENGTH = 4_096;

/** Whether `If-None-Match` names the tag: a list, `*`, and weak comparison as RFC 9110 13.1.2 asks for. */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.length > MAX_LIST_LENGTH) return false;
  return fresh({ 'if-none-match': ifNoneMatch }, { etag });
}
