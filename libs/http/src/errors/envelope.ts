import { DEFAULT_HEADERS } from '../message/headers.js';
import type { ApiError } from './api-error.js';

interface EnvelopeMessage {
  readonly body: Buffer;
  /** Flat names and values, the common ones included. */
  readonly headers: readonly string[];
}

/** TradingView's charts read errors of these paths by two fields of their own, beside the envelope. */
const UDF = '/v1/integrations/tradingview/';

/** The error envelope of docs/http-contract.md section 4, with its headers. No cache keeps it, unless the error's own headers say so. */
export function renderEnvelope(
  { code, message, details, headers }: ApiError,
  requestId: string,
  path = '',
): EnvelopeMessage {
  const error = { code, message, details };
  const body = Buffer.from(
    JSON.stringify({ error, ...(path.startsWith(UDF) && { s: 'error', errmsg: message }) }),
  );
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
