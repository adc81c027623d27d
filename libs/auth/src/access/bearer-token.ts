import type { IncomingMessage } from 'node:http';

/** RFC 6750 2.1; the scheme's case does not matter. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** No token of ours is half as long. */
const MAX_LENGTH = 4_096;

/**
 * What a request sends as its credentials: null without any; the token of a well-formed `Authorization: Bearer`; an empty text,
 * which is no valid token, for everything else. Tokens in the query or in a body are not looked at.
 */
export function readBearerToken({ headers }: IncomingMessage): string | null {
  const { authorization } = headers;
  if (authorization === undefined || authorization === '') return null;
  if (authorization.length > MAX_LENGTH) return '';
  return BEARER.exec(authorization)?.[1] ?? '';
}
