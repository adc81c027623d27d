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
    throw new InvalidRequestError([{ path: 'url', message: 'must be the address of a chart or of an app' }]);
  const [width, height] = [readSize(query, 'maxwidth', WIDTH), readSize(query, 'maxheight', HEIGHT)];
  if (format !== 'json')
    throw new ApiError('not_implemented', {
      message: 'The only format is json.',
      details: { formats: ['json'] },
    });
  const page = text.length > LONGEST_URL ? null : readPage(text, publicBaseUrl);
  if (page === null) throw notAChart();
  return { ...page, width, height };
}

/** A chart's own address, or that of an app's page: its chart is the same, and the page's parameters are none of it. */
function readPage(text: string, publicBaseUrl: string): Pick<OembedRequest, 'token' | 'page'> | null {
  const asked = parseUrl(text);
  const [charts, apps] = [new URL('embed/', publicBaseUrl), new URL('app/', publicBaseUrl)];
  const folder = [charts, apps].find(({ pathname }) => asked?.pathname.startsWith(pathname) === true);
  if (asked === null || folder?.origin !== asked.origin) return null;
  const search = folder === charts ? asked.searchParams : new URLSearchParams();
  const place = asked.pathname.slice(folder.pathname.length);
  const address = folder === apps ? place.replace(/\/picture$/, '') : place;
  const read = readEmbedRequest(address, Object.fromEntries(search));
  if (read.issue !== null) return null;
  const page = new URL(read.token, charts);
  page.search = folder === charts ? asked.search : '';
  return { token: read.token, page };
}

/** The most that a consumer has room for, or what a chart takes by itself. */
function readSize(query: Readonly<Record<string, string | undefined>>, path: string, own: number): number {
  const text = query[path];
  if (text === undefined) return own;
  if (!SIZE.test(text)) throw new InvalidRequestError([{ path, message: 'must be a number of pixels' }]);
  return Math.min(Number(text), own);
}

function notAChart(): ApiError {
  return new ApiError('not_found', { message: 'The URL is not one of a chart or an app here.' });
}
