import type { Response } from 'express';

interface NextPage {
  readonly limit: number | undefined;
  /** Null on the last page, which has no link. */
  readonly cursor: string | null;
}

/**
 * Names the next page of a given list in a `Link` header (RFC 8288), since its body has no room for a cursor.
 *
 * @param url of the list, as clients reach it, without a query
 */
export function setNextLink(response: Response, url: string, { limit, cursor }: NextPage): void {
  if (cursor === null) return;
  const query = new URLSearchParams({ ...(limit !== undefined && { limit: String(limit) }), cursor });
  response.setHeader('Link', `<${url}?${query.toString()}>; rel="next"`);
}
