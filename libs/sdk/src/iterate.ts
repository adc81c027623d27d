import type { Client } from './client.js';
import { fail } from './errors.js';
import type { Arguments, ItemOf, Listing, OperationId, ResultOf } from './operation.js';
import { request, type SlipwayResponse } from './request.js';

/** The pages of a list, one request each: `for await (const { data } of pages(listApps, client))`. */
export async function* pages<Id extends OperationId, Items extends string>(
  list: Listing<Id, Items>,
  client: Client,
  ...[first, options]: Arguments<Id>
): AsyncGenerator<SlipwayResponse<ResultOf<Id>>, undefined> {
  let params: Record<string, unknown> | null = { ...first };
  while (params !== null) {
    const page = await request(client, list.spec, params, options);
    yield page as SlipwayResponse<ResultOf<Id>>;
    params = list.nextPage === null ? nextByCursor(params, page) : list.nextPage(params, page.data);
  }
}

/** Every item of a list, in its order: `for await (const app of iterate(listApps, client, { sort: 'newest' }))`. */
export async function* iterate<Id extends OperationId, Items extends string>(
  list: Listing<Id, Items>,
  client: Client,
  ...rest: Arguments<Id>
): AsyncGenerator<ItemOf<Id, Items>, undefined> {
  for await (const page of pages(list, client, ...rest)) {
    const data: unknown = page.data;
    yield* (list.items === '' ? data : (data as Record<string, unknown>)[list.items]) as ItemOf<Id, Items>[];
  }
}

/** A cursor is in the body, or in the `Link` of a list whose shape has none. What goes forward from `after` goes on with that. */
export function nextByCursor(
  params: Record<string, unknown>,
  { data, headers }: SlipwayResponse<unknown>,
): Record<string, unknown> | null {
  const { nextCursor } = data as { nextCursor?: string | null };
  const cursor = nextCursor ?? cursorOfLink(headers.get('link'));
  if (cursor === null) return null;
  const name = params['after'] === undefined ? 'cursor' : 'after';
  if (params[name] === cursor) throw fail('invalid_response', 'a page leads to itself');
  return { ...params, [name]: cursor };
}

function cursorOfLink(link: string | null): string | null {
  const url = /<([^>]*)>;[^,]*rel="?next"?/.exec(link ?? '')?.[1];
  return url === undefined ? null : new URL(url, 'http://localhost').searchParams.get('cursor');
}
