import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { REQUEST_ID_HEADER } from './request-context.js';

/** Headers of the client that asked: a shared cache would repeat them to all others. */
const CLIENT_HEADERS = [REQUEST_ID_HEADER, 'RateLimit', 'RateLimit-Policy'];

const LOWER_CASE: readonly string[] = CLIENT_HEADERS.map((name) => name.toLowerCase());

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Leaves the headers of one client out of a response, where a shared cache may store it. What its head says of caching is
 * known only when it is written.
 */
export function omitClientHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  const omitting = (status: number, ...rest: (string | GivenHeaders | undefined)[]): ServerResponse => {
    const given = rest.find((part): part is GivenHeaders => typeof part === 'object') ?? [];
    if (!mayBeStored(cacheControlOf(response, given))) return writeHead(status, ...rest);
    for (const name of CLIENT_HEADERS) response.removeHeader(name);
    return writeHead(status, ...rest.map((part) => (part === given ? withoutClientHeaders(given) : part)));
  };
  response.writeHead = omitting;
}

/** By RFC 9111 also what says nothing, and what has to be asked about again. */
function mayBeStored(cacheControl: string): boolean {
  return !/\b(private|no-store)\b/i.test(cacheControl);
}

function cacheControlOf(response: ServerResponse, given: GivenHeaders): string {
  const own = pairsOf(given).find(([name]) => name.toLowerCase() === 'cache-control')?.[1];
  return String(own ?? response.getHeader('Cache-Control') ?? '');
}

/** node:http takes names and values in one flat list, or an object. */
function pairsOf(given: GivenHeaders): [name: string, value: OutgoingHttpHeader | undefined][] {
  if (!Array.isArray(given)) return Object.entries(given);
  return given.flatMap((name, index) => (index % 2 === 0 ? [[String(name), given[index + 1]]] : []));
}

function withoutClientHeaders(given: GivenHeaders): GivenHeaders {
  const kept = pairsOf(given).filter(([name]) => !LOWER_CASE.includes(name.toLowerCase()));
  return Array.isArray(given) ? (kept.flat() as OutgoingHttpHeader[]) : Object.fromEntries(kept);
}
