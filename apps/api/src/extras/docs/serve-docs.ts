import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RenderedResponse, type HttpAdapter } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { createDocuments } from '../../openapi/create-documents.js';

const resolve = createRequire(import.meta.url).resolve;

/**
 * Serves the description at `/openapi.json`, and each document of an extra such as `/asyncapi.json` or `/llms.txt`. The page at `/docs`
 * shows the first.
 *
 * @returns makes all of them
 */
export function serveDocs(app: INestApplication): () => void {
  const adapter = app.getHttpAdapter() as HttpAdapter;
  const { publicBaseUrl } = app.get(Settings);
  const policy = pagePolicy(publicBaseUrl);
  const page = (body: Buffer, contentType: string): RenderedResponse =>
    new RenderedResponse(body, { caching: 'revalidate', asOf: null, page: { contentType, policy } });
  const pageOf = (html: string): RenderedResponse => page(Buffer.from(html), 'text/html; charset=utf-8');
  const html = readPageFile('index.html').toString();
  // It names its files relative to itself, so that it also works below a path of a proxy's.
  const [atDocs, belowDocs] = [pageOf(html), pageOf(html.replaceAll('"docs/', '"'))];
  const serve = (route: string, choose: (request: Request) => RenderedResponse): void => {
    adapter.get(route, (request: Request, response: Response) =>
      adapter.send(request, response, choose(request)),
    );
  };
  const documents = [...createDocuments(app, publicBaseUrl)].map(([file, make]) => {
    let rendered: RenderedResponse | undefined;
    const render = (): RenderedResponse => (rendered ??= renderDocument(make()));
    serve(`/${path.basename(file)}`, render);
    return render;
  });
  const script = page(readPageFile('page.js'), 'text/javascript; charset=utf-8');
  const styles = page(readPageFile('page.css'), 'text/css; charset=utf-8');
  const icon = page(readPageFile('favicon.ico'), 'image/x-icon');
  // Where the market page is off.
  adapter.get('/', (_request: Request, response: Response) => {
    response.set('Cache-Control', 'no-cache').redirect(302, pathOf(publicBaseUrl, 'docs'));
  });
  serve('/favicon.ico', () => icon);
  serve('/docs', ({ path: asked }) => (asked.endsWith('/') ? belowDocs : atDocs));
  serve('/docs/page.js', () => script);
  serve('/docs/page.css', () => styles);
  return () => {
    for (const render of documents) render();
  };
}

function renderDocument(made: string | object): RenderedResponse {
  if (typeof made !== 'string') return new RenderedResponse(made, { caching: 'revalidate', asOf: null });
  const page = { contentType: 'text/markdown; charset=utf-8' };
  return new RenderedResponse(Buffer.from(made), { caching: 'revalidate', asOf: null, page });
}

/** The path of what lies beside the interface, also where a proxy serves us below a path of its own. */
function pathOf(publicBaseUrl: string, name: string): string {
  return new URL(name, publicBaseUrl).pathname;
}

/** What the page needs: its own files, images that wallets send of themselves, calls to the interface and the pictures among its responses. */
function pagePolicy(publicBaseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    `connect-src 'self' ${new URL(publicBaseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A file that `npm run build` makes of `apps/api/docs-page`. */
function readPageFile(name: string): Buffer {
  return readFileSync(resolve(`#docs-page/${name}`));
}
