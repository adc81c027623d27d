import { parseUrl, type Address } from '@slipway/domain';
import { ApiError, InvalidRequestError } from '@slipway/http';
import { readEmbedRequest } from './embed-options.js';

const LONGEST_URL = 2_048;

/** Of a chart that is given no bounds. */
const [WIDTH, HEIGHT] = [800, 480];

const SIZE = /^[1-9][0-9]{0,4}$/;

export interface OembedRequest {
  readonly token: Address;
  /** The page, with parameters that were checked. */
  readonly page: URL;
  readonly width: number;
  readonly height: number;
}

/**
 * What a consumer of oEmbed asks for (oembed.com 2.2). Parameters that are not known are left alone: consumers send their own.
 *
 * @throws ApiError `not_found` for a URL of no chart of ours, `not_implemented` for another format than JSON
 */
export function readOembedRequest(
  query: Readonly<Record<string, string | undefined>>,
  publicBaseUrl: string,
): OembedRequest {
  const { url: text = '', format = 'json' } = query;
  if (text === '')
    throw new InvalidRequestError([{ path: 'url', message: 'must be the address of a chart' }]);
  const [width, height] = [readSize(query, 'maxwidth', WIDTH), readSize(query, 'maxheight', HEIGHT)];
  if (format !== 'json')
    throw new ApiError('not_implemented', {
      message: 'The only format is json.',
      details: { formats: ['json'] },
    });
  const page = text.length > LONGEST_URL ? null : parseUrl(text);
  const folder = new URL('embed/', publicBaseUrl);
  if (page?.origin !== folder.origin || !page.pathname.startsWith(folder.pathname)) throw notAChart();
  const read = readEmbedRequest(
    page.pathname.slice(folder.pathname.length),
    Object.fromEntries(page.searchParams),
  );
  if (read.issue !== null) throw notAChart();
  const clean = new URL(read.token, folder);
  clean.search = page.search;
  return { token: read.token, page: clean, width, height };
}

/** The most that a consumer has room for, or what a chart takes by itself. */
function readSize(query: Readonly<Record<string, string | undefined>>, path: string, own: number): number {
  const text = query[path];
  if (text === undefined) return own;
  if (!SIZE.test(text)) throw new InvalidRequestError([{ path, message: 'must be a number of pixels' }]);
  return Math.min(Number(text), own);
}

function notAChart(): ApiError {
  return new ApiError('not_found', { message: 'The URL is not one of a chart here.' });
}
