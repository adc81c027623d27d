import {
  NotFoundException,
  type INestApplication,
  type LoggerService,
  type NestApplicationOptions,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ClientErrors,
  Connections,
  ErrorResponder,
  HttpAdapter,
  RequestListener,
  requestIdOf,
} from '@slipway/http';
import { createDocuments } from './openapi/create-documents.js';
import { extrasOf } from './platform/extra.js';

/** The part of every path that belongs to the interface; `PUBLIC_BASE_URL` includes it. */
const PREFIX = 'v1';

/** Paths beside the interface, which keep their place when its version changes. Extras add their own. */
const OUTSIDE_PREFIX = ['health/live', 'health/ready', '.well-known/jwks.json'];

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
  for (const make of await initApi(app)) await make();
  // An application of their own makes some of it, whose silence Nest takes for that of the whole process.
  app.useLogger(logger);
  return app;
}

/**
 * Makes the whole API of an application that was made with {@link API_OPTIONS}: by {@link createApi}, or in a test.
 *
 * @returns make what extras otherwise make when it is first asked for
 */
export async function initApi(app: INestApplication): Promise<readonly (() => unknown)[]> {
  const adapter = app.getHttpAdapter() as HttpAdapter;
  setPrefix(app);
  const made = extrasOf(app).flatMap(({ serve }) => (serve === undefined ? [] : [serve(app)]));
  await app.init();
  const errors = app.get(ErrorResponder);
  // Nest serves paths under the prefix only; this is for all others.
  adapter.express.use((request, response) => {
    const miss = new NotFoundException(`Cannot ${request.method} ${request.originalUrl}`);
    errors.send(request, response, requestIdOf(response), miss);
  });
  adapter.attach(app.get(RequestListener), app.get(Connections), app.get(ClientErrors));
  return made;
}

/** What describes the API, by the files' names below `apps/api`. Nothing is started: no provider is made, no port opened. */
export async function describeApi(
  root: Type<unknown>,
  publicBaseUrl: string,
): Promise<ReadonlyMap<string, () => string | object>> {
  const app = await NestFactory.create(root, new HttpAdapter(), {
    ...API_OPTIONS,
    logger: false,
    preview: true,
  });
  setPrefix(app);
  return createDocuments(app, publicBaseUrl);
}

function setPrefix(app: INestApplication): void {
  const added = extrasOf(app).flatMap(({ outsidePrefix = [] }) => outsidePrefix);
  app.setGlobalPrefix(PREFIX, { exclude: [...OUTSIDE_PREFIX, ...added] });
}
