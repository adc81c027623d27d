import { isObject, type Json, type JsonObject } from './json/json.js';

/** Schemas share no less than so many bytes of properties: a reference takes some too. */
const LEAST_BYTES = 400;

interface Base {
  readonly name: string;
  readonly schema: JsonObject;
  readonly bytes: number;
}

/**
 * A schema that has all properties of another one, just as they are there, refers to it. Its other properties it has itself: a
 * detail its summary, an item of the market's activity one of an app's. `inlineComponents` is the way back.
 */
export function shareProperties(schemas: JsonObject): JsonObject {
  const bases = Object.entries(schemas)
    .filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
    .map(([name, schema]) => ({ name, schema, bytes: sizeOf(propertiesOf(schema)) }))
    .filter(({ bytes }) => bytes >= LEAST_BYTES)
    .sort((one, other) => other.bytes - one.bytes);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      // The largest of those whose properties this one has.
      const base = isObject(schema)
        ? bases.find((one) => one.name !== name && hasAllOf(schema, one.schema))
        : undefined;
      return [name, base === undefined ? schema : extend(base, schema as JsonObject)];
    }),
  );
}

/** Whether a schema has the properties of another one, which has fewer, and requires what that one requires. */
function hasAllOf(schema: JsonObject, base: JsonObject): boolean {
  const properties = propertiesOf(schema);
  const shared = Object.entries(propertiesOf(base));
  const required = requiredOf(schema);
  return (
    shared.length < Object.keys(properties).length &&
    shared.every(([name, property]) => JSON.stringify(properties[name]) === JSON.stringify(property)) &&
    shared.every(([name]) => requiredOf(base).includes(name) === required.includes(name))
  );
}

function extend(base: Base, schema: JsonObject): JsonObject {
  const shared = propertiesOf(base.schema);
  const own = Object.entries(propertiesOf(schema)).filter(([name]) => !(name in shared));
  const required = requiredOf(schema).filter((name) => typeof name === 'string' && !(name in shared));
  const rest = Object.entries(schema).filter(([key]) => !['type', 'properties', 'required'].includes(key));
  return {
    ...Object.fromEntries(rest),
    allOf: [
      { $ref: `#/components/schemas/${base.name}` },
      { type: 'object', properties: Object.fromEntries(own), ...(required.length > 0 && { required }) },
    ],
  };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function requiredOf({ required }: JsonObject): readonly Json[] {
  return Array.isArray(required) ? (required as readonly Json[]) : [];
}

function sizeOf(value: Json): number {
  return JSON.stringify(value).length;
}
