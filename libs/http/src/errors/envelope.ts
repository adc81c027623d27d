import { DEFAULT_HEADERS } from '../message/headers.js';
import type { ApiError } from './api-error.js';

interface EnvelopeMessage {
  readonly body: Buffer;
  /** Flat names and values, the common ones included. */
  readonly headers: readonly string[];
}

/** The error envelope of contract section 4, with its headers. No cache keeps it, unless the error's own headers say so. */
export function renderEnvelope(
  { code, message, details, headers }: ApiError,
  requestId: string,
): EnvelopeMessage {
  const body = Buffer.from(JSON.stringify({ error: { code, message, details } }));
  return {
    body,
    headers: [
      ...DEFAULT_HEADERS,
      'X-Request-Id',
      requestId,
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(body.length),
      ...Object.entries({ 'Cache-Control': 'private, no-store', ...headers }).flat(),
    ],
  };
}
