import type { OpenAPIObject } from '@nestjs/swagger';
import { ERRORS, writeCsv, type ErrorCode } from '@slipway/http';
import type { ExtraOptions } from '../platform/extra.js';
import { PARAMETER_EXAMPLES, REQUEST_EXAMPLES } from './examples.js';
import { isObject, operationsOf, textOf, type Json, type JsonObject } from './json/json.js';
import { SchemaSampler } from './schema-sampler.js';
import { codesOf } from './share-components.js';

type Mutable = Record<string, Json>;

/**
 * Gives every body an example of its own, and each error the envelope with its own code. Each parameter that a request cannot do
 * without gets a value. They are the same wherever the description is made. Extras bring those of their own operations.
 */
export function addExamples(document: OpenAPIObject, extras: readonly ExtraOptions[]): OpenAPIObject {
  const description = structuredClone(document) as unknown as Mutable;
  const parameters = merge(
    PARAMETER_EXAMPLES,
    extras.map(({ parameterExamples }) => parameterExamples),
  );
  const bodies = merge(
    REQUEST_EXAMPLES,
    extras.map(({ bodyExamples }) => bodyExamples),
  );
  const sampler = new SchemaSampler(description);
  for (const operation of operationsOf(description)) {
    for (const [status, response] of Object.entries(operation['responses'] as JsonObject))
      addToResponse(Number(status), response as JsonObject, sampler);
    addToBody(operation, sampler, bodies);
    for (const parameter of (operation['parameters'] ?? []) as readonly Mutable[])
      addToParameter(parameter, parameters);
  }
  return description as unknown as OpenAPIObject;
}

function addToResponse(status: number, response: JsonObject, sampler: SchemaSampler): void {
  const media = jsonOf(response);
  if (media === null) return;
  if (status < 400) {
    const example = sampler.sample(media['schema'] ?? {});
    media['example'] = example;
    const csv = mediaOf(response, 'text/csv');
    if (csv !== null) csv['example'] = csvOf(example as JsonObject);
    return;
  }
  const codes = codesOf(response);
  const [first] = codes;
  const isUdf = JSON.stringify(media['schema']).includes('/UdfError"');
  const envelope = (code: ErrorCode): Json =>
    toEnvelope(code, isUdf ? { s: 'error', errmsg: ERRORS[code].message } : {});
  if (codes.length === 1 && first !== undefined) media['example'] = envelope(first);
  else media['examples'] = Object.fromEntries(codes.map((code) => [code, { value: envelope(code) }]));
}

/** The one list of a response, with all columns that it has. */
function csvOf(response: JsonObject): string {
  const rows = Object.values(response).find((value) => Array.isArray(value)) as readonly JsonObject[];
  return writeCsv(rows, Object.keys(rows[0] ?? {}));
}

function toEnvelope(code: ErrorCode, beside: JsonObject): Json {
  const details =
    code === 'invalid_request' ? { issues: [{ path: 'limit', message: 'must be at most 100' }] } : {};
  return { error: { code, message: ERRORS[code].message, details }, ...beside };
}

function merge(own: JsonObject, added: readonly (object | undefined)[]): JsonObject {
  return Object.assign({}, own, ...added) as JsonObject;
}

function addToBody(
  { operationId, requestBody }: JsonObject,
  sampler: SchemaSampler,
  examples: JsonObject,
): void {
  const media = isObject(requestBody) ? jsonOf(requestBody) : null;
  if (media === null) return;
  media['example'] = examples[textOf(operationId)] ?? sampler.sample(media['schema'] ?? {});
}

function addToParameter(parameter: Mutable, examples: JsonObject): void {
  const name = textOf(parameter['name']);
  const schema = parameter['schema'];
  if (parameter['required'] !== true && !(name in examples)) return;
  const values = isObject(schema) && Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
  const own = isObject(schema) ? schema['example'] : undefined;
  const example = own ?? examples[name] ?? values[0];
  if (example !== undefined) parameter['example'] = example;
}

function jsonOf(body: JsonObject): Mutable | null {
  return mediaOf(body, 'application/json');
}

function mediaOf({ content }: JsonObject, type: string): Mutable | null {
  const media = isObject(content) ? content[type] : undefined;
  return isObject(media) ? media : null;
}
