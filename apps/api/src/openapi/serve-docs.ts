import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RenderedAnswer, type HttpAdapter } from '#http';

const FAVICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b5" d="M2 14 14 6v3L6 14zM9 2h2v4L9 7z"/></svg>',
  );

/** Serves the description at `/openapi.json` and Swagger UI, from local files only, at `/docs`. */
export function serveDocs(adapter: HttpAdapter, app: INestApplication, document: OpenAPIObject): void {
  const answer = new RenderedAnswer(document, { caching: 'revalidate', asOf: null });
  adapter.express.get('/openapi.json', (_request: Request, response: Response) =>
    adapter.reply(response, answer),
  );
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Slipway API',
    customfavIcon: FAVICON,
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { displayRequestDuration: true, persistAuthorization: false, tryItOutEnabled: true },
  });
}
