import type { CsvList } from '../operation/csv-list.js';
import { writeCsv } from './write-csv.js';

/** A page of a list as CSV. */
interface CsvPage {
  readonly bytes: Buffer;
  readonly fileName: string;
  /** A `Link` to the next page, for a body that named it; undefined on the last page. */
  readonly link: string | undefined;
}

/** Parameters that only say which page of a list it is. */
const OF_PAGE: readonly string[] = ['cursor', 'after', 'limit'];

const MAX_NAME_LENGTH = 200;

/**
 * The CSV of a response.
 *
 * @param target path and query of the request, below the API's prefix
 * @param publicBaseUrl how clients reach that prefix
 */
export function toCsvPage(
  { property, columns }: CsvList,
  body: object,
  target: string,
  publicBaseUrl: string,
): CsvPage {
  const { [property]: rows, nextCursor = null } = body as Readonly<Record<string, unknown>>;
  const [path = '', search = ''] = target.split('?', 2);
  const query = new URLSearchParams(search);
  return {
    bytes: Buffer.from(writeCsv(rows as readonly object[], columns)),
    fileName: nameOf(path, query),
    link: typeof nextCursor === 'string' ? linkOf(`${publicBaseUrl}${path}`, query, nextCursor) : undefined,
  };
}

/** `candles-0x..-4h.csv`: what was asked for, in characters that every file system has. */
function nameOf(path: string, query: URLSearchParams): string {
  const asked = [...query].filter(([name]) => !OF_PAGE.includes(name)).map(([, value]) => value);
  const words = [path, ...asked].join('-').replaceAll(/[^A-Za-z0-9]+/g, '-');
  return `${words.replace(/^-/, '').slice(0, MAX_NAME_LENGTH)}.csv`;
}

/** A list that was asked for what came after a cursor goes on so. */
function linkOf(url: string, asked: URLSearchParams, cursor: string): string {
  const query = new URLSearchParams(asked);
  query.set(query.has('after') ? 'after' : 'cursor', cursor);
  return `<${url}?${query.toString()}>; rel="next"`;
}
