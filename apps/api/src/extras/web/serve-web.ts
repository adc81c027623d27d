import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Request, Response } from 'express';
import { parseAddress, type Address } from '@slipway/domain';
import { RenderedResponse, type HttpAdapter } from '@slipway/http';
import type { Settings } from '@slipway/settings';
import { oembedUrlOf } from '../embed/oembed.service.js';
import { findLocalNetwork, type LocalNetwork, type NetworkSettings } from './local-network.js';
import { renderWebHtml } from './render-web-html.js';

/** Where the market page shows something. Its script reads the address. */
const PLACES = ['/', '/app/:token', '/launch', '/portfolio', '/rewards'];

/** An app's page with its picture, from wherever its creator says: a reader has asked for it. */
const PICTURE_PLACE = '/app/:token/picture';

/** Pictures that wallets send of themselves. */
const OWN_PICTURES = "'self' data:";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The code of wallets that are made in the page, whose keys anything in it could read. */
const LOCAL_WALLET = 'local-wallet-';

/**
 * Serves the market page that `npm run build` makes of `apps/web`: one HTML file at each of its places, and hashed files
 * below `/assets`. It has no cookie, and a policy of its own.
 */
export function serveWeb(
  adapter: HttpAdapter,
  settings: NetworkSettings & Pick<Settings, 'publicBaseUrl'>,
): void {
  const folder = path.dirname(createRequire(import.meta.url).resolve('#web/index.html'));
  const { publicBaseUrl } = settings;
  const local = findLocalNetwork(settings);
  const html = renderWebHtml(readFileSync(path.join(folder, 'index.html'), 'utf8'), {
    base: new URL('.', publicBaseUrl).pathname,
    api: new URL(publicBaseUrl).pathname,
    ...local,
  });
  const pageWith = (pictures: string): RenderedResponse =>
    new RenderedResponse(Buffer.from(html), {
      caching: 'revalidate',
      asOf: null,
      page: { contentType: 'text/html; charset=utf-8', policy: pagePolicy(publicBaseUrl, local, pictures) },
    });
  const serve = (route: string, rendered: RenderedResponse): void => {
    adapter.get(route, (request: Request, response: Response) => {
      const token = parseAddress(String(request.params['token'] ?? ''));
      // One page for all apps: what is said of one of them is said beside it.
      if (token !== null) response.setHeader('Link', linkToChart(token, publicBaseUrl));
      return adapter.send(request, response, rendered);
    });
  };
  const page = pageWith(OWN_PICTURES);
  for (const place of PLACES) serve(place, page);
  serve(PICTURE_PLACE, pageWith(`${OWN_PICTURES} https:`));
  for (const name of readdirSync(path.join(folder, 'assets')))
    if (local !== null || !name.startsWith(LOCAL_WALLET))
      serve(`/assets/${name}`, readAsset(path.join(folder, 'assets', name)));
}

function linkToChart(token: Address, publicBaseUrl: string): string {
  return `<${oembedUrlOf(token, publicBaseUrl)}>; rel="alternate"; type="application/json+oembed"`;
}

/** A file whose name has the hash of its content. */
function readAsset(file: string): RenderedResponse {
  const contentType = CONTENT_TYPES[path.extname(file)];
  if (contentType === undefined) throw new Error(`${file}: no content type is known of it`);
  return new RenderedResponse(readFileSync(file), { caching: 'hashed', asOf: null, page: { contentType } });
}

/** What the page needs: its own files, the interface, and pictures of some sources. */
function pagePolicy(publicBaseUrl: string, local: LocalNetwork | null, pictures: string): string {
  const reached = [publicBaseUrl, ...(local === null ? [] : [local.faucet, local.rpc])].map(
    (url) => new URL(url).origin,
  );
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${pictures}`,
    `connect-src 'self' ${[...new Set(reached)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
