import type { INestApplication } from '@nestjs/common';
import { extrasOf, type Described } from '../platform/extra.js';
import { createDocument } from './create-document.js';

/**
 * All that is described, by the files' names below `apps/api`: OpenAPI's description, and what extras add. Each takes a tenth of a
 * second or more, and is made once, when it is first asked for.
 */
export function createDocuments(
  app: INestApplication,
  publicBaseUrl: string,
): ReadonlyMap<string, () => string | object> {
  const openapi = once(() => createDocument(app, publicBaseUrl));
  const described: Described = { app, publicBaseUrl, openapi };
  const added = extrasOf(app).flatMap(({ documents = {} }) => Object.entries(documents));
  return new Map<string, () => string | object>([
    ['openapi.json', openapi],
    ...added.map(([file, make]) => [file, once(() => make(described))] as const),
  ]);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
