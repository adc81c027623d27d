import {
  NotFoundException,
  type DynamicModule,
  type INestApplication,
  type LoggerService,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ClientErrors, Connections, ErrorResponder, FrontDoor, HttpAdapter, requestIdOf } from '#http';
import { createDocument } from './openapi/create-document.js';
import { serveDocs } from './openapi/serve-docs.js';

/** The part of every path that belongs to the interface; `PUBLIC_BASE_URL` includes it. */
const PREFIX = 'v1';

/** Paths beside the interface, which keep their place when its version changes. */
const OUTSIDE_PREFIX = ['health/live', 'health/ready', '.well-known/jwks.json'];

/** The root module: it imports `HttpModule.register(..)` and the modules of the interface. */
type RootModule = Type<unknown> | DynamicModule;

interface ApiSettings {
  /** Where clients reach the API, prefix included: the one server of the description. */
  readonly publicBaseUrl: string;
  readonly logger: LoggerService | false;
  /** Called before the app is initialised, such as for `app.use`. */
  readonly configure?: ((app: INestApplication) => void) | undefined;
}

/** The whole API, initialised and ready to listen. */
export async function createApi(
  root: RootModule,
  { publicBaseUrl, logger, configure }: ApiSettings,
): Promise<INestApplication> {
  const adapter = new HttpAdapter();
  const app = await assemble(root, adapter, { logger, preview: false });
  configure?.(app);
  serveDocs(adapter, createDocument(app, publicBaseUrl));
  await app.init();
  const errors = app.get(ErrorResponder, { strict: false });
  // Nest answers for paths under the prefix only; this is for all others.
  adapter.express.use((request, response) => {
    const miss = new NotFoundException(`Cannot ${request.method} ${request.originalUrl}`);
    errors.send(request, response, requestIdOf(response), miss);
  });
  adapter.openFrontDoor(
    app.get(FrontDoor, { strict: false }),
    app.get(Connections, { strict: false }),
    app.get(ClientErrors, { strict: false }),
  );
  return app;
}

/** The description of the interface, without starting anything: no provider is made, no port opened. */
export async function describeApi(root: RootModule, publicBaseUrl: string): Promise<OpenAPIObject> {
  const app = await assemble(root, new HttpAdapter(), { logger: false, preview: true });
  return createDocument(app, publicBaseUrl);
}

async function assemble(
  root: RootModule,
  adapter: HttpAdapter,
  { logger, preview }: { logger: LoggerService | false; preview: boolean },
): Promise<INestApplication> {
  const app = await NestFactory.create(root, adapter, {
    logger,
    preview,
    abortOnError: false,
    bodyParser: false,
    // `/apps/search` before `/apps/{tokenAddress}`, whatever the order in the code.
    routeResolutionStrategy: 'specificity',
    routeConflictPolicy: { duplicate: 'error' },
  });
  return app.setGlobalPrefix(PREFIX, { exclude: OUTSIDE_PREFIX });
}
