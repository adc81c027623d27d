import { isObject, type Json, type JsonObject } from './json.js';

const SCHEMAS = '#/components/schemas/';

/** Parts that `components` names to write them once; schemas keep their names, since they may refer to themselves. */
const INLINED = /^#\/components\/(headers|parameters|responses)\/(.+)$/;

/**
 * A description that is easier to compare. Every operation has its headers, parameters and responses itself, and every schema its
 * properties.
 */
export function inlineComponents<T extends object>(description: T): T {
  const components = (description as JsonObject)['components'];
  const inline = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(inline);
    if (!isObject(value)) return value;
    const reference = value['$ref'];
    const [, kind = '', name = ''] = typeof reference === 'string' ? (INLINED.exec(reference) ?? []) : [];
    if (kind !== '') return inline(componentOf(components, kind, name));
    if (Array.isArray(value['allOf'])) return inline(mergeParts(value, components));
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  };
  return inline(description as JsonObject) as T;
}

/** One schema of an object and those that it refers to for some of its properties. */
function mergeParts({ allOf, ...rest }: JsonObject, components: Json | undefined): JsonObject {
  const parts = (allOf as readonly JsonObject[]).map((part) => partOf(part, components));
  const properties = Object.assign({}, ...parts.map((part) => part['properties'])) as JsonObject;
  const required = parts.flatMap((part) => (part['required'] ?? []) as readonly Json[]);
  return { ...rest, type: 'object', properties, ...(required.length > 0 && { required }) };
}

function partOf(part: JsonObject, components: Json | undefined): JsonObject {
  const { $ref } = part;
  const schema =
    typeof $ref === 'string' ? componentOf(components, 'schemas', $ref.slice(SCHEMAS.length)) : part;
  if (!isObject(schema)) throw new Error('a part of an object is no schema');
  if (Array.isArray(schema['allOf'])) return mergeParts(schema, components);
  if (!isObject(schema['properties'])) throw new Error('a part of an object has no properties');
  return schema;
}

function componentOf(components: Json | undefined, kind: string, name: string): Json {
  const named = isObject(components) ? components[kind] : undefined;
  const found = isObject(named) ? named[name] : undefined;
  if (found === undefined) throw new Error(`the description has no components.${kind}.${name}`);
  return found;
}
