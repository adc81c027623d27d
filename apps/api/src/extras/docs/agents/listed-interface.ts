import type { OpenAPIObject } from '@nestjs/swagger';
import { inlineComponents } from '../../../openapi/json/inline-components.js';
import { isObject, textOf, type Json, type JsonObject } from '../../../openapi/json/json.js';

/** A property of a JSON body. */
export interface ListedProperty {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: JsonObject;
}

interface ListedParameter extends ListedProperty {
  readonly in: string;
}

/** What pages for agents say of an operation. */
export interface ListedOperation {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** How it differs from an operation that is proposed, of class `read`, and open to all. */
  readonly labels: readonly string[];
  readonly parameters: readonly ListedParameter[];
  /** The name of its JSON body's schema, and the schema; null without a body. */
  readonly body: JsonObject | null;
  /** What a 200 has: the schema of its JSON, or another media type; null without a body. */
  readonly response: Json;
}

/** What the pages for agents are made of. */
export interface ListedInterface {
  readonly title: string;
  /** The interface's base URL, prefix included. */
  readonly base: string;
  /** What the names of its neighbours, such as `/mcp`, are appended to. */
  readonly origin: string;
  /** In the order of their tags. */
  readonly operations: readonly ListedOperation[];
  /** Schemas by name, each with all of its properties. */
  readonly schemas: JsonObject;
}

/** Reads a description once for all pages. */
export function listInterface(document: OpenAPIObject): ListedInterface {
  const { paths, components } = inlineComponents(document) as unknown as JsonObject;
  const schemas = objectOf(objectOf(components)['schemas']);
  const listed = Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, operation]) =>
      listOperation(path, method, objectOf(operation), schemas),
    ),
  );
  const base = document.servers?.[0]?.url ?? '';
  return {
    title: document.info.title,
    base,
    origin: new URL('.', base).href.replace(/\/$/, ''),
    operations: (document.tags ?? []).flatMap(({ name }) => listed.filter(({ tag }) => tag === name)),
    schemas,
  };
}

/** Groups in the order in which each is first met. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [key: string, items: T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}

/** The properties of an object's schema. */
export function propertiesOf({ properties, required }: JsonObject): ListedProperty[] {
  const needed = listOf(required);
  return Object.entries(objectOf(properties)).map(([name, value]) => {
    const schema = objectOf(value);
    return { name, isRequired: needed.includes(name), description: textOf(schema['description']), schema };
  });
}

function listOperation(
  path: string,
  method: string,
  operation: JsonObject,
  schemas: JsonObject,
): ListedOperation {
  const { tags, summary, description, parameters, requestBody, responses } = operation;
  const [tag] = listOf(tags);
  return {
    tag: textOf(tag),
    method: method.toUpperCase(),
    path,
    summary: textOf(summary),
    description: textOf(description),
    labels: labelsOf(path, operation),
    // Headers are said once, for all operations.
    parameters: listOf(parameters)
      .filter(isObject)
      .map(listParameter)
      .filter((parameter) => parameter.in !== 'header'),
    body: resolve(contentOf(requestBody), schemas),
    response: contentOf(objectOf(responses)['200']),
  };
}

function listParameter({ name, in: place, required, description, schema }: JsonObject): ListedParameter {
  return {
    name: textOf(name),
    in: textOf(place),
    isRequired: required === true,
    description: textOf(description),
    schema: objectOf(schema),
  };
}

function labelsOf(path: string, operation: JsonObject): string[] {
  const { 'x-service-status': status, 'x-rate-limit-class': limit, 'x-feature-flag': flag } = operation;
  // Operations with a security of their own are closed; one of a wallet is its owner's.
  const security = JSON.stringify(operation['security'] ?? '');
  const closed = security.includes('builderKey')
    ? 'builder'
    : path.includes('{address}')
      ? 'owner'
      : 'bearer';
  const access = operation['security'] === undefined ? '' : closed;
  return [
    status === 'proposed' ? '' : textOf(status),
    limit === 'read' ? '' : textOf(limit),
    access,
    flag === undefined ? '' : `flag ${textOf(flag)}`,
  ].filter((label) => label !== '');
}

/** The schema of a JSON body, or the media type of another. */
function contentOf(body: Json | undefined): Json {
  const [[mediaType, media] = ['', null]] = Object.entries(objectOf(objectOf(body)['content']));
  if (mediaType === '') return null;
  return mediaType === 'application/json' && isObject(media) ? (media['schema'] ?? null) : mediaType;
}

function resolve(schema: Json, schemas: JsonObject): JsonObject | null {
  if (!isObject(schema)) return null;
  const named = schemas[textOf(schema['$ref']).split('/').at(-1) ?? ''];
  return isObject(named) ? named : schema;
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
