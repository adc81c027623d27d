import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RenderedResponse, type HttpAdapter } from '@slipway/http';
import type { JsonObject } from './json.js';
import { describeForAgents } from './describe-for-agents.js';

const resolve = createRequire(import.meta.url).resolve;

/** Serves the description at `/openapi.json`, the stream's at `/asyncapi.json`, for agents at `/llms.txt`, and the page that shows it at `/docs`. */
export function serveDocs(adapter: HttpAdapter, document: OpenAPIObject, stream: JsonObject): void {
  const policy = pagePolicy(document.servers?.[0]?.url ?? '');
  const page = (body: Buffer, contentType: string): RenderedResponse =>
    new RenderedResponse(body, { caching: 'revalidate', asOf: null, page: { contentType, policy } });
  const pageOf = (html: string): RenderedResponse => page(Buffer.from(html), 'text/html; charset=utf-8');
  const html = readPageFile('index.html').toString();
  // It names its files relative to itself, so that it also works below a path of a proxy's.
  const [atDocs, belowDocs] = [pageOf(html), pageOf(html.replaceAll('"docs/', '"'))];
  const serve = (path: string, choose: (request: Request) => RenderedResponse): void => {
    adapter.express.get(path, (request: Request, response: Response) =>
      adapter.send(request, response, choose(request)),
    );
  };
  const description = new RenderedResponse(document, { caching: 'revalidate', asOf: null });
  const ofStream = new RenderedResponse(stream, { caching: 'revalidate', asOf: null });
  const script = page(readPageFile('page.js'), 'text/javascript; charset=utf-8');
  const styles = page(readPageFile('page.css'), 'text/css; charset=utf-8');
  const icon = page(readPageFile('favicon.ico'), 'image/x-icon');
  const forAgents = new RenderedResponse(Buffer.from(describeForAgents(document)), {
    caching: 'revalidate',
    asOf: null,
    page: { contentType: 'text/markdown; charset=utf-8' },
  });
  serve('/openapi.json', () => description);
  serve('/asyncapi.json', () => ofStream);
  serve('/llms.txt', () => forAgents);
  // The site's own page for now.
  adapter.express.get('/', (_request: Request, response: Response) => {
    response.set('Cache-Control', 'no-cache').redirect(302, placeOf(document, 'docs'));
  });
  serve('/favicon.ico', () => icon);
  serve('/docs', ({ path }) => (path.endsWith('/') ? belowDocs : atDocs));
  serve('/docs/page.js', () => script);
  serve('/docs/page.css', () => styles);
}

/** The path of what lies beside the interface, also where a proxy serves us below a path of its own. */
function placeOf(document: OpenAPIObject, name: string): string {
  return new URL(name, document.servers?.[0]?.url ?? 'http://localhost/').pathname;
}

/** What the page needs: its own files, images that wallets send of themselves, and calls to the interface. */
function pagePolicy(publicBaseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
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
