import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { decodeBody } from './decode-body.js';
import { noteResponse, type Exchange } from './received-responses.js';

/**
 * Reads a response of `node:http` to its end, for the comparison with the description.
 *
 * @param noted responses of earlier calls: of thousands that are the same, one is compared
 */
export async function readExchange(
  method: string,
  target: string,
  response: IncomingMessage,
  noted = new Set<string>(),
): Promise<Exchange> {
  const { statusCode: status = 0, headers } = response;
  const header = (name: string): string | null => headers[name.toLowerCase()]?.toString() ?? null;
  const text = decodeBody(await buffer(response), header('content-encoding'));
  const exchange = { method, target, status, header, text };
  const key = [method, target, status, header('etag') ?? text].join(' ');
  if (!noted.has(key)) noteResponse(Promise.resolve(exchange));
  noted.add(key);
  return exchange;
}
