import {
  NotFoundException,
  type INestApplication,
  type LoggerService,
  type NestApplicationOptions,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  ClientErrors,
  Connections,
  ErrorResponder,
  HttpAdapter,
  RequestListener,
  requestIdOf,
} from '@slipway/http';
import { Settings } from '@slipway/settings';
import { createAsyncApi } from './asyncapi/create-asyncapi.js';
import { serveEmbed } from './embed/serve-embed.js';
import { ToolSchemas } from './modules/mcp/schemas/tool-schemas.js';
import { createDocument } from './openapi/create-document.js';
import type { JsonObject } from './openapi/json/json.js';
import { serveDocs } from './docs/serve-docs.js';
import { serveWeb } from './web/serve-web.js';

/** The part of every path that belongs to the interface; `PUBLIC_BASE_URL` includes it. */
const PREFIX = 'v1';

/** Paths beside the interface, which keep their place when its version changes. */
const OUTSIDE_PREFIX = [
  'health/live',
  'health/ready',
  '.well-known/jwks.json',
  'oembed',
  'mcp',
  '.well-known/oauth-protected-resource',
  '.well-known/oauth-protected-resource/mcp',
];

/** How Nest makes the application, over an {@link HttpAdapter}. */
export const API_OPTIONS = {
  abortOnError: false,
  bodyParser: false,
  // `/apps/search` before `/apps/{tokenAddress}`, whatever the order in the code.
  routeResolutionStrategy: 'specificity',
  routeConflictPolicy: { duplicate: 'error' },
} as const satisfies NestApplicationOptions;

/** The whole API, initialised and ready to listen, with what it tells of itself made. */
export async function createApi(root: Type<unknown>, logger: LoggerService): Promise<INestApplication> {
  const app = await NestFactory.create(root, new HttpAdapter(), { ...API_OPTIONS, logger });
  const describe = await initApi(app);
  describe();
  await app.get(ToolSchemas).list();
  // They are made by an application of their own, whose silence Nest takes for that of the whole process.
  app.useLogger(logger);
  return app;
}

/**
 * Makes the whole API of an application that was made with {@link API_OPTIONS}: by {@link createApi}, or in a test.
 *
 * @returns makes the descriptions, which are otherwise made when they are first asked for
 */
export async function initApi(app: INestApplication): Promise<() => void> {
  const adapter = app.getHttpAdapter() as HttpAdapter;
  app.setGlobalPrefix(PREFIX, { exclude: OUTSIDE_PREFIX });
  const settings = app.get(Settings);
  const { publicBaseUrl } = settings;
  serveEmbed(adapter, publicBaseUrl);
  // Before the docs, to which `/` leads where there is no page.
  if (isWebOn(settings)) serveWeb(adapter, settings);
  const describe = serveDocs(adapter, publicBaseUrl, {
    openapi: () => createDocument(app, publicBaseUrl),
    asyncapi: () => createAsyncApi(app, publicBaseUrl),
  });
  await app.init();
  const errors = app.get(ErrorResponder);
  // Nest serves paths under the prefix only; this is for all others.
  adapter.express.use((request, response) => {
    const miss = new NotFoundException(`Cannot ${request.method} ${request.originalUrl}`);
    errors.send(request, response, requestIdOf(response), miss);
  });
  adapter.attach(app.get(RequestListener), app.get(Connections), app.get(ClientErrors));
  return describe;
}

function isWebOn({ webPage, nodeEnv }: Settings): boolean {
  return webPage === 'auto' ? nodeEnv !== 'production' : webPage === 'on';
}

/** The description of the interface, without starting anything: no provider is made, no port opened. */
export async function describeApi(root: Type<unknown>, publicBaseUrl: string): Promise<OpenAPIObject> {
  return createDocument(await previewApi(root), publicBaseUrl);
}

/** The same of the stream. */
export async function describeStream(root: Type<unknown>, publicBaseUrl: string): Promise<JsonObject> {
  return createAsyncApi(await previewApi(root), publicBaseUrl);
}

async function previewApi(root: Type<unknown>): Promise<INestApplication> {
  const app = await NestFactory.create(root, new HttpAdapter(), {
    ...API_OPTIONS,
    logger: false,
    preview: true,
  });
  app.setGlobalPrefix(PREFIX, { exclude: OUTSIDE_PREFIX });
  return app;
}
