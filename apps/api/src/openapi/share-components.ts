import type { OpenAPIObject } from '@nestjs/swagger';
import { ERRORS, type ErrorCode } from '@slipway/http';
import { isObject, operationsOf, textOf, type Json, type JsonObject } from './json/json.js';
import { shareProperties } from './share-properties.js';

type Shared = Record<string, Json>;

/** The components that operations refer to. */
interface Components {
  readonly headers: Shared;
  readonly parameters: Shared;
  readonly responses: Shared;
}

/**
 * Writes what many operations have in common once, under `components`: every header, and every response without a body of its
 * own; the parameters that are the same in two operations or more; properties that a schema has of another. What says no more
 * than OpenAPI's defaults is left out.
 */
export function shareComponents(document: OpenAPIObject): OpenAPIObject {
  const shared: Components = { headers: {}, parameters: {}, responses: {} };
  const description = structuredClone(document) as unknown as Record<string, Json>;
  const operations = operationsOf(description);
  for (const { parameters } of operations) leaveOutDefaults(parameters);
  const names = nameParameters(operations);
  for (const operation of operations) shareOf(operation, shared, names);
  const components = description['components'] as JsonObject;
  const schemas = shareProperties(components['schemas'] as JsonObject);
  description['components'] = { ...components, schemas, ...shared };
  return description as unknown as OpenAPIObject;
}

function shareOf(operation: Record<string, Json>, shared: Components, names: Map<string, string>): void {
  const responses = operation['responses'] as Record<string, JsonObject>;
  for (const [status, response] of Object.entries(responses)) {
    const headers = shareHeaders(response['headers'], shared);
    const slim: JsonObject = { ...response, ...(headers !== null && { headers }) };
    responses[status] = status.startsWith('2')
      ? slim
      : refer('responses', nameOf(Number(status), slim), slim, shared);
  }
  const parameters = operation['parameters'];
  if (!Array.isArray(parameters)) return;
  operation['parameters'] = parameters.map((parameter: Json) => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : refer('parameters', name, parameter, shared);
  });
}

function shareHeaders(headers: Json | undefined, shared: Components): JsonObject | null {
  if (!isObject(headers)) return null;
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, refer('headers', name, header, shared)]),
  );
}

/** Parameters are optional, and lists in a query are forms, where nothing is said. */
function leaveOutDefaults(parameters: Json | undefined): void {
  for (const parameter of Array.isArray(parameters) ? (parameters as readonly Record<string, Json>[]) : []) {
    if (parameter['required'] === false) delete parameter['required'];
    if (parameter['in'] === 'query' && parameter['style'] === 'form') delete parameter['style'];
  }
}

/** @throws Error when the name is another's */
function refer(kind: keyof Components, name: string, value: Json, shared: Components): JsonObject {
  const place = shared[kind];
  place[name] ??= value;
  if (JSON.stringify(place[name]) !== JSON.stringify(value))
    throw new Error(`components.${kind}.${name} would be two things`);
  return { $ref: `#/components/${kind}/${name}` };
}

/** `InvalidRequest`, `NothingToClaimOrStaleRootAtBlock`: the codes, and what else makes responses of one status differ. */
function nameOf(status: number, response: JsonObject): string {
  const headers = Object.keys(response['headers'] ?? {});
  const codes = status === 304 ? ['not_modified'] : codesOf(response);
  return [
    // A code that is told twice is told of the token, then of the builder's key.
    codes.map((code, place) => (code === codes[place - 1] ? 'Key' : pascal(code))).join('Or'),
    ...(headers.includes('X-As-Of-Block') ? ['AtBlock'] : []),
    ...(headers.includes('CDN-Cache-Control') ? ['Shared'] : []),
    ...(headers.includes('Link') ? ['Linked'] : []),
    ...(JSON.stringify(response).includes('/UdfError"') ? ['Udf'] : []),
  ].join('');
}

/** The codes that a response's description names. */
export function codesOf({ description }: JsonObject): ErrorCode[] {
  const names = [...textOf(description).matchAll(/^`(\w+)`:/gm)].map(([, code]) => code ?? '');
  return names.filter((code): code is ErrorCode => code in ERRORS);
}

/** A name for each parameter that occurs twice; of parameters with the same name the most frequent has it. */
function nameParameters(operations: readonly JsonObject[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { parameters } of operations)
    for (const parameter of Array.isArray(parameters) ? (parameters as readonly Json[]) : []) {
      const key = JSON.stringify(parameter);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    const name = pascal((JSON.parse(key) as { readonly name: string }).name);
    if (count < 2 || taken.has(name)) continue;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
