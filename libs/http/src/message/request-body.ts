import type { IncomingMessage } from 'node:http';

/** Methods whose body is read; that of any other means nothing (RFC 9110 9.3.1). */
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function readsBody({ method = '' }: Pick<IncomingMessage, 'method'>): boolean {
  return METHODS_WITH_BODY.has(method);
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
