import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RenderedAnswer, type HttpAdapter } from '#http';

const FAVICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b5" d="M2 14 14 6v3L6 14zM9 2h2v4L9 7z"/></svg>',
  );

/**
 * What Swagger UI needs: its own files, inline styles (its page has some, and it makes more), and calls to the interface,
 * which may be on another origin than the page.
 */
function pagePolicy(publicBaseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(publicBaseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Serves the description at `/openapi.json` and Swagger UI, from local files only, at `/docs`. */
export function serveDocs(adapter: HttpAdapter, app: INestApplication, document: OpenAPIObject): void {
  const answer = new RenderedAnswer(document, { caching: 'revalidate', asOf: null });
  adapter.express.get('/openapi.json', (_request: Request, response: Response) =>
    adapter.reply(response, answer),
  );
  const policy = pagePolicy(document.servers?.[0]?.url ?? '');
  adapter.express.use('/docs', (_request: Request, response: Response, next: () => void) => {
    response.setHeader('Content-Security-Policy', policy);
    next();
  });
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Slipway API',
    customfavIcon: FAVICON,
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { displayRequestDuration: true, persistAuthorization: false, tryItOutEnabled: true },
  });
}
