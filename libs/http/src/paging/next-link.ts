interface NextPage {
  readonly limit: number | undefined;
  /** Null on the last page, which has no link. */
  readonly cursor: string | null;
}

/**
 * Names the next page of a given list in a `Link` header (RFC 8288): its body has no room for a cursor.
 *
 * @param url of the list, as clients reach it, without a query
 * @returns undefined on the last page
 */
export function nextLink(url: string, { limit, cursor }: NextPage): string | undefined {
  if (cursor === null) return undefined;
  const query = new URLSearchParams({ ...(limit !== undefined && { limit: String(limit) }), cursor });
  return `<${url}?${query.toString()}>; rel="next"`;
}
