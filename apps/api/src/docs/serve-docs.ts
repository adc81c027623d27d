import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RenderedResponse, type HttpAdapter } from '@slipway/http';
import type { JsonObject } from '../openapi/json/json.js';
import { listInterface } from '../openapi/agents/listed-interface.js';
import { PAGES_FOR_AGENTS } from '../openapi/agents/pages-for-agents.js';

const resolve = createRequire(import.meta.url).resolve;

/** What describes the interface, each made by a function that takes a tenth of a second or more. */
interface Descriptions {
  readonly openapi: () => OpenAPIObject;
  readonly asyncapi: () => JsonObject;
}

/**
 * Serves the description at `/openapi.json`, the stream's at `/asyncapi.json`, and pages for agents such as `/llms.txt`. The page
 * at `/docs` shows it.
 *
 * @returns makes all descriptions. A program does so before it listens; otherwise each is made when it is first asked for
 */
export function serveDocs(adapter: HttpAdapter, publicBaseUrl: string, made: Descriptions): () => void {
  const policy = pagePolicy(publicBaseUrl);
  const page = (body: Buffer, contentType: string): RenderedResponse =>
    new RenderedResponse(body, { caching: 'revalidate', asOf: null, page: { contentType, policy } });
  const pageOf = (html: string): RenderedResponse => page(Buffer.from(html), 'text/html; charset=utf-8');
  const html = readPageFile('index.html').toString();
  // It names its files relative to itself, so that it also works below a path of a proxy's.
  const [atDocs, belowDocs] = [pageOf(html), pageOf(html.replaceAll('"docs/', '"'))];
  const serve = (path: string, choose: (request: Request) => RenderedResponse): void => {
    adapter.get(path, (request: Request, response: Response) =>
      adapter.send(request, response, choose(request)),
    );
  };
  const openapi = once(made.openapi);
  const listed = once(() => listInterface(openapi()));
  const descriptions = {
    '/openapi.json': once(() => new RenderedResponse(openapi(), { caching: 'revalidate', asOf: null })),
    '/asyncapi.json': once(
      () => new RenderedResponse(made.asyncapi(), { caching: 'revalidate', asOf: null }),
    ),
    ...Object.fromEntries(
      Object.entries(PAGES_FOR_AGENTS).map(([name, describe]) => [
        `/${name}`,
        once(() => markdown(describe(listed()))),
      ]),
    ),
  };
  for (const [path, describe] of Object.entries(descriptions)) serve(path, describe);
  const script = page(readPageFile('page.js'), 'text/javascript; charset=utf-8');
  const styles = page(readPageFile('page.css'), 'text/css; charset=utf-8');
  const icon = page(readPageFile('favicon.ico'), 'image/x-icon');
  // Where the market page is off.
  adapter.get('/', (_request: Request, response: Response) => {
    response.set('Cache-Control', 'no-cache').redirect(302, pathOf(publicBaseUrl, 'docs'));
  });
  serve('/favicon.ico', () => icon);
  serve('/docs', ({ path }) => (path.endsWith('/') ? belowDocs : atDocs));
  serve('/docs/page.js', () => script);
  serve('/docs/page.css', () => styles);
  return () => {
    for (const describe of Object.values(descriptions)) describe();
  };
}

function markdown(text: string): RenderedResponse {
  const page = { contentType: 'text/markdown; charset=utf-8' };
  return new RenderedResponse(Buffer.from(text), { caching: 'revalidate', asOf: null, page });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
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
