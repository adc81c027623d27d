import { PROPERTY_EXAMPLES, TEXT_EXAMPLES } from './examples.js';
import { isObject, textOf, type Json, type JsonObject } from './json/json.js';

const SCHEMAS = '#/components/schemas/';

/** Makes one value of a schema, always the same one. Lists have one item. */
export class SchemaSampler {
  private readonly schemas: JsonObject;

  constructor({ components }: JsonObject) {
    const schemas = isObject(components) ? components['schemas'] : undefined;
    this.schemas = isObject(schemas) ? schemas : {};
  }

  sample(value: Json, name = ''): Json {
    const schema = this.resolve(value);
    if (schema['example'] !== undefined) return schema['example'];
    const preset = PROPERTY_EXAMPLES[name];
    if (preset !== undefined && takes(schema, preset)) return preset;
    const [word] = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
    if (word !== undefined) return word;
    return this.ofType(typesOf(schema).find((type) => type !== 'null') ?? 'object', schema, name);
  }

  private ofType(type: string, schema: JsonObject, name: string): Json {
    if (type === 'string') return sampleText(schema);
    if (type === 'array') return [this.sample(schema['items'] ?? {}, name)];
    if (type === 'object') return this.objectOf(schema);
    if (type === 'boolean') return false;
    const most = typeof schema['maximum'] === 'number' ? schema['maximum'] : null;
    return type === 'integer' ? Math.max(1, Number(schema['minimum'] ?? 1)) : most === null ? 1.25 : most / 2;
  }

  private objectOf({ properties, additionalProperties }: JsonObject): Json {
    const known = Object.entries(isObject(properties) ? properties : {});
    const open = isObject(additionalProperties) ? [['name', additionalProperties] as const] : [];
    return Object.fromEntries([...known, ...open].map(([key, schema]) => [key, this.sample(schema, key)]));
  }

  /** What a reference names, with the parts of an `allOf` taken together, and the first of alternatives. */
  private resolve(value: Json): JsonObject {
    if (!isObject(value)) return {};
    const { $ref, allOf, oneOf, anyOf, ...rest } = value;
    if (typeof $ref === 'string') return this.resolve(this.schemas[$ref.slice(SCHEMAS.length)] ?? {});
    if (Array.isArray(allOf))
      return Object.assign({}, ...(allOf as Json[]).map((part) => this.resolve(part)), rest) as JsonObject;
    const alternatives = oneOf ?? anyOf;
    if (Array.isArray(alternatives)) return this.resolve((alternatives as Json[])[0] ?? {});
    return value;
  }
}

function sampleText({ pattern, format }: JsonObject): string {
  return TEXT_EXAMPLES[textOf(pattern ?? format)] ?? '..';
}

function takes(schema: JsonObject, value: Json): boolean {
  const types = typesOf(schema);
  const isTaken =
    types.includes(value === null ? 'null' : typeof value) ||
    (Number.isInteger(value) && types.includes('integer'));
  return isTaken && schema['enum'] === undefined;
}

function typesOf({ type = [] }: JsonObject): string[] {
  return (Array.isArray(type) ? (type as readonly Json[]) : [type]).map(textOf);
}
