import type { Client } from './client.js';
import { fail } from './errors.js';
import type { OperationSpec } from './operation-spec.js';

interface EncodedRequest {
  readonly url: string;
  readonly init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  };
  /** What errors call it. */
  readonly name: string;
}

const PRINTABLE = /^[\x21-\x7e]+$/;

/** Parameters that the path names go there, others into the query of a GET or the body of another method. */
export function encodeRequest(
  client: Client,
  { path, method = 'GET', accept }: OperationSpec,
  params: Record<string, unknown>,
): EncodedRequest {
  const name = `${method} ${path}`;
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined && value !== null));
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest.get(key);
    rest.delete(key);
    if (typeof value !== 'string' || value === '')
      throw fail('invalid_argument', `${name}: ${key} must be a string that is not empty`);
    return encodeURIComponent(value);
  });
  for (const secret of [client.token, client.key])
    if (secret !== null && !PRINTABLE.test(secret))
      throw fail('invalid_argument', `${name}: the client's token or key cannot be sent in a header`);
  const json = 'application/json';
  // Errors are JSON, whatever a success is.
  const headers: Record<string, string> = { Accept: accept === undefined ? json : `${accept}, ${json}` };
  if (client.token !== null) headers['Authorization'] = `Bearer ${client.token}`;
  if (client.key !== null) headers['X-Api-Key'] = client.key;
  if (client.minBlock !== null) headers['X-Min-Block'] = String(client.minBlock);
  if (method === 'GET') {
    const query = new URLSearchParams(
      [...rest].map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const url = `${client.baseUrl}${filled}${query === '' ? '' : `?${query}`}`;
    return { url, init: { method, headers }, name };
  }
  headers['Content-Type'] = 'application/json';
  const body = JSON.stringify(Object.fromEntries(rest), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return { url: client.baseUrl + filled, init: { method, headers, body }, name };
}
