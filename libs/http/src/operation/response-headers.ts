import type { ApiResponseOptions } from '@nestjs/swagger';
import type { OperationMetadata } from './operation-metadata.js';

type HeadersObject = NonNullable<ApiResponseOptions['headers']>;

const text = (description: string): HeadersObject[string] => ({ description, schema: { type: 'string' } });

const requestId: HeadersObject = {
  'X-Request-Id': text(
    'Names this request in our logs. Yours, when you send a plain one of at most 64 characters.',
  ),
};

const limits: HeadersObject = {
  'RateLimit-Policy': text(
    'The budget of the operation\'s class: `q` requests in `w` seconds, as in `"read";q=100;w=60`.',
  ),
  RateLimit: text(
    'What you have left of it: `r` requests, and all of them again in `t` seconds, as in `"read";r=42;t=17`.',
  ),
};

const asOf: HeadersObject = {
  'X-As-Of-Block': {
    description: 'The block this response is true at.',
    schema: { type: 'string', pattern: '^(0|[1-9][0-9]*)$' },
  },
  'X-As-Of-Time': { description: 'The time of that block.', schema: { type: 'string', format: 'date-time' } },
};

const vary: HeadersObject = {
  Vary: text('`Accept-Encoding`: every coding has its own tag. `Accept` where there is CSV.'),
};

const validators: HeadersObject = {
  ETag: text('Strong hash of the bytes sent; send it back as If-None-Match.'),
  ...vary,
};

const sharedCaches: HeadersObject = {
  'CDN-Cache-Control': text(
    'How long a shared cache may keep it (RFC 9213). Absent from what is final: `Cache-Control` says it all.',
  ),
};

const policy: HeadersObject = { 'Cache-Control': text('How long this response may be kept.') };

const link: HeadersObject = {
  Link: text(
    'The next page, as in `<https://..>; rel="next"` (RFC 8288). Absent on the last one, and from a body with `nextCursor`.',
  ),
};

const csvFile: HeadersObject = { 'Content-Disposition': text('Of CSV alone: the name of a file.') };

/** What of the errors the chain decides, and is so at a block. */
const DECIDED_BY_CHAIN: readonly number[] = [404, 409];

/** What errors have besides the headers that every response has, which the description names once. */
const errorHeaders: Partial<Record<number, HeadersObject>> = {
  401: { 'WWW-Authenticate': text('Always `Bearer`.') },
  429: {
    ...limits,
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  },
};

/** The headers of a successful response, by how the operation is cached and in which forms it is served. */
export function successHeaders(
  { caching, asOf: hasAsOf, csv }: Pick<OperationMetadata, 'caching' | 'asOf' | 'csv'>,
  linksNextPage: boolean,
): HeadersObject {
  return {
    ...requestId,
    ...limits,
    ...policy,
    ...(caching !== 'private' && validators),
    ...(caching === 'block' && sharedCaches),
    ...(hasAsOf && asOf),
    ...((linksNextPage || csv?.hasNextCursor === true) && link),
    ...(csv !== null && { ...vary, ...csvFile }),
  };
}

export function failureHeaders(status: number, hasAsOf: boolean): HeadersObject {
  return {
    ...(hasAsOf && DECIDED_BY_CHAIN.includes(status) && asOf),
    ...errorHeaders[status],
  };
}
