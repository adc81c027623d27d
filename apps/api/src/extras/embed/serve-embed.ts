import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Request, Response } from 'express';
import { RenderedResponse, type HttpAdapter } from '@slipway/http';
import { renderEmbedHtml, type EmbedUrls } from './embed-html.js';
import { readEmbedRequest } from './embed-options.js';

const resolve = createRequire(import.meta.url).resolve;

/** Characters of a hash in the name of a file: what has another content has another name. */
const HASH_LENGTH = 16;

/**
 * Serves charts for other sites: `/embed/{token}`, its files under names of their content, and the custom element at
 * `/embed/slipway-chart.js`. The page is the only one that other sites may frame. It has an origin of its own (`sandbox`). So a
 * stranger's script in it could do no more than any other site.
 */
export function serveEmbed(adapter: HttpAdapter, publicBaseUrl: string): void {
  const script = readFile('page.js', 'text/javascript; charset=utf-8');
  const styles = readFile('page.css', 'text/css; charset=utf-8');
  const chartElement = readFile('slipway-chart.js', 'text/javascript; charset=utf-8');
  const urls: EmbedUrls = {
    api: new URL(publicBaseUrl).pathname,
    script: pathOf(publicBaseUrl, `embed/page-${script.hash}.js`),
    styles: pathOf(publicBaseUrl, `embed/page-${styles.hash}.css`),
    publicBaseUrl,
  };
  const policy = pagePolicy(publicBaseUrl);
  const serve = (path: string, rendered: RenderedResponse): void => {
    adapter.get(path, (request: Request, response: Response) => adapter.send(request, response, rendered));
  };
  serve(`/embed/page-${script.hash}.js`, script.render('hashed'));
  serve(`/embed/page-${styles.hash}.css`, styles.render('hashed'));
  serve('/embed/slipway-chart.js', chartElement.render('minute'));
  adapter.get('/embed/:token', (request: Request, response: Response) => {
    const read = readEmbedRequest(String(request.params['token']), request.query as Record<string, string>);
    const html = Buffer.from(renderEmbedHtml(read, urls));
    const page = { contentType: 'text/html; charset=utf-8', policy };
    return adapter.send(
      request,
      response,
      new RenderedResponse(html, { caching: 'revalidate', asOf: null, page }),
      read.issue === null ? 200 : 400,
    );
  });
}

interface PageFile {
  readonly hash: string;
  readonly render: (caching: 'hashed' | 'minute') => RenderedResponse;
}

/** A file that `npm run build` makes of `apps/api/embed-page`. */
function readFile(name: string, contentType: string): PageFile {
  const bytes = readFileSync(resolve(`#embed-page/${name}`));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
  const render: PageFile['render'] = (caching) =>
    new RenderedResponse(bytes, { caching, asOf: null, page: { contentType } });
  return { hash, render };
}

/** A path beside the interface, also where a proxy serves us below a path of its own. */
function pathOf(publicBaseUrl: string, name: string): string {
  return new URL(name, publicBaseUrl).pathname;
}

/** What the page needs: its own files and the interface. `'self'` is where it was loaded from, though its own origin is none. */
function pagePolicy(publicBaseUrl: string): string {
  const ours = `'self' ${new URL(publicBaseUrl).origin}`;
  return [
    "default-src 'none'",
    `script-src ${ours}`,
    `style-src ${ours}`,
    `connect-src ${ours}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    'sandbox allow-scripts',
  ].join('; ');
}
