import { QUOTES_UNTRUSTED, UNTRUSTED } from '../../../openapi/api-properties.js';
import { isObject, textOf, type Json, type JsonObject } from '../../../openapi/json/json.js';

const SCHEMAS = '#/components/schemas/';

/** Schemas by name, as the OpenAPI description has them. */
export type NamedSchemas = Readonly<Record<string, JsonObject>>;

/** What bounds an input, beside its type: a model can keep to it. */
const BOUNDS = ['enum', 'pattern', 'minimum', 'maximum', 'maxItems', 'default'] as const;

/** The schema of a tool's arguments: each property by its type, its bounds and the first sentence of its description. */
export function toInputSchema(schemas: NamedSchemas, name: string): JsonObject {
  const { properties, required } = schemaOf(schemas, name);
  return {
    type: 'object',
    properties: mapObject(properties, (schema) => toInput(schemas, schema)),
    ...(required !== undefined && { required }),
    additionalProperties: false,
  };
}

function toInput(schemas: NamedSchemas, value: Json): JsonObject {
  const schema = resolve(schemas, value);
  const { type = 'object', description, items } = schema;
  const bounds = BOUNDS.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key] ?? null]);
  const first = textOf(description ?? '').split(/(?<=\.)\s/, 1)[0] ?? '';
  return {
    type,
    ...(first !== '' && { description: first }),
    ...(Object.fromEntries(bounds) as JsonObject),
    ...(items !== undefined && { items: toInput(schemas, items) }),
  };
}

/**
 * The schema of a tool's result: shapes only, since names say the rest. What strangers wrote stands under `untrusted`, apart from
 * what this service says; of a sentence that quotes them the quotes do, under its name. Nothing is required, as `fields` may leave
 * anything out.
 *
 * @param omitted properties that HTTP has and the tool leaves out
 */
export function toOutputSchema(
  schemas: NamedSchemas,
  name: string,
  omitted: ReadonlySet<string>,
): JsonObject {
  return toOutput(schemas, schemaOf(schemas, name), omitted);
}

function toOutput(schemas: NamedSchemas, value: Json, omitted: ReadonlySet<string>): JsonObject {
  const schema = resolve(schemas, value);
  const { type = 'object', enum: words, properties, items } = schema;
  if (items !== undefined) return { type, items: toOutput(schemas, items, omitted) };
  if (!isObject(properties)) return { type, ...(words !== undefined && { enum: words }) };
  const kept = Object.entries(properties).filter(([key]) => !omitted.has(key));
  const trusted = kept.filter(([, part]) => !isMarked(part, UNTRUSTED));
  const untrusted = kept.flatMap(([key, part]): [string, Json][] => {
    if (isMarked(part, QUOTES_UNTRUSTED)) return [[key, QUOTES]];
    return isMarked(part, UNTRUSTED) ? [[key, part]] : [];
  });
  const convert = (entries: readonly [string, Json][]): JsonObject =>
    Object.fromEntries(entries.map(([key, part]) => [key, toOutput(schemas, part, omitted)]));
  return {
    type,
    properties: {
      ...convert(trusted),
      ...(untrusted.length > 0 && { untrusted: { type: 'object', properties: convert(untrusted) } }),
    },
  };
}

const QUOTES = { type: 'array', items: { type: 'string' } };

function isMarked(schema: Json, mark: string): boolean {
  return isObject(schema) && schema[mark] === true;
}

/** What a reference names, with `null` of an alternative as a type. */
function resolve(schemas: NamedSchemas, value: Json): JsonObject {
  if (!isObject(value)) return {};
  const { $ref, anyOf, allOf } = value;
  if (typeof $ref === 'string') return schemaOf(schemas, $ref.slice(SCHEMAS.length));
  if (Array.isArray(allOf)) return resolve(schemas, (allOf as readonly Json[])[0] ?? {});
  if (!Array.isArray(anyOf)) return value;
  const known = resolve(schemas, (anyOf as readonly Json[])[0] ?? {});
  const words = known['enum'];
  return {
    ...known,
    type: [known['type'] ?? 'object', 'null'],
    ...(Array.isArray(words) && { enum: [...(words as readonly Json[]), null] }),
  };
}

function schemaOf(schemas: NamedSchemas, name: string): JsonObject {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`there is no schema ${name}`);
  return schema;
}

function mapObject(value: Json | undefined, map: (schema: Json) => Json): JsonObject {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.map(([key, schema]) => [key, map(schema)]));
}
