/** As much of a page as is read here: where the next one begins, null after the last. */
interface Page {
  readonly nextCursor: string | null;
}

/** No list of a test is so long: one that ends nowhere fails instead of going on. */
const MOST_PAGES = 1_000;

/**
 * All pages of a list, in order.
 *
 * @param read asks for a page; the first has no cursor
 * @param between runs before each next page, with the number of those that were read
 */
export async function readPages<P extends Page>(
  read: (cursor: string | null) => Promise<P>,
  between: (pages: number) => Promise<void> = () => Promise.resolve(),
): Promise<P[]> {
  const pages: P[] = [];
  for (let cursor: string | null = null; pages.length < MOST_PAGES;) {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor;
    if (cursor === null) return pages;
    await between(pages.length);
  }
  throw new Error(`a list of more than ${MOST_PAGES} pages`);
}

/** A cursor as the rest of a query that has other parameters. */
export function andCursor(cursor: string | null): string {
  return cursor === null ? '' : `&cursor=${cursor}`;
}
