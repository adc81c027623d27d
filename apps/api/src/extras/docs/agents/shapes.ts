import { QUOTES_UNTRUSTED, UNTRUSTED } from '../../../openapi/api-properties.js';
import { isObject, textOf, type Json, type JsonObject } from '../../../openapi/json/json.js';

const SCHEMAS = '#/components/schemas/';

/** Texts of a form that has a name of its own. */
const NAMED_FORMS: Readonly<Record<string, string>> = {
  '^0x[a-fA-F0-9]{40}$': 'address',
  '^0x[a-f0-9]{64}$': 'hash',
  '^(0|[1-9][0-9]*)$': 'wei',
  '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$': 'decimal',
  'date-time': 'time',
  uri: 'url',
};

/** The longest pattern that is written out. */
const LONGEST = 40;

/** What the names of forms stand for. */
export const FORMS =
  '`address` is 0x and 40 hex digits, `hash` 0x and 64, `wei` an integer and `decimal` a number as text, `time` ISO 8601. `?` may be absent, ' +
  '`~` is untrusted text by strangers.';

/** A value such as a default, as a word. */
export function wordOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The words that a text is one of: by a list, or by a pattern of nothing else. */
export function choicesOf({ enum: words, pattern }: JsonObject): readonly string[] | null {
  if (Array.isArray(words)) return (words as readonly Json[]).map(wordOf);
  const [, listed] = /^\^\(([a-z0-9|_]+)\)\$$/.exec(textOf(pattern)) ?? [];
  return listed?.split('|') ?? null;
}

/** A schema in a few words, such as `{tokenAddress: address, imageUrl: string~|null}`; others that it names by their names. */
export function shapeOf(value: Json): string {
  if (!isObject(value)) return 'any';
  const { $ref, allOf, anyOf, oneOf, items, properties } = value;
  if (typeof $ref === 'string') return $ref.slice(SCHEMAS.length);
  if (Array.isArray(allOf)) return unique((allOf as readonly Json[]).map(shapeOf)).join(' & ');
  const parts = anyOf ?? oneOf;
  if (Array.isArray(parts)) return unique((parts as readonly Json[]).map(shapeOf)).join('|');
  const choices = choicesOf(value);
  if (choices !== null) return choices.join('|');
  if (items !== undefined) return `${bracket(shapeOf(items))}[]${nullOf(value)}`;
  if (isObject(properties) && Object.keys(properties).length > 0)
    return `${objectShape(value)}${nullOf(value)}`;
  return `${scalarShape(value)}${nullOf(value)}`;
}

/** An object's properties, each with its shape. */
function objectShape({ properties, required }: JsonObject): string {
  const needed = new Set(Array.isArray(required) ? (required as readonly Json[]) : []);
  const parts = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]) => `${name}${needed.has(name) ? '' : '?'}: ${shapeOf(schema)}`,
  );
  return `{${parts.join(', ')}}`;
}

function scalarShape(schema: JsonObject): string {
  const { pattern, format, additionalProperties } = schema;
  const [type = 'any'] = typesOf(schema).filter((one) => one !== 'null' || schema['type'] === 'null');
  if (type === 'object') return `{[name]: ${shapeOf(additionalProperties ?? null)}}`;
  if (type === 'integer') return 'int';
  if (type !== 'string') return type;
  const form = textOf(pattern ?? format);
  const named =
    NAMED_FORMS[form] ?? (pattern === undefined || form.length > LONGEST ? 'string' : `/${form}/`);
  return schema[UNTRUSTED] === true || schema[QUOTES_UNTRUSTED] === true ? `${named}~` : named;
}

function nullOf({ type }: JsonObject): string {
  return Array.isArray(type) && (type as readonly Json[]).includes('null') ? '|null' : '';
}

function typesOf({ type = [] }: JsonObject): string[] {
  return (Array.isArray(type) ? (type as readonly Json[]) : [type]).map(textOf);
}

function bracket(shape: string): string {
  return /[|&]/.test(shape) && !shape.startsWith('{') ? `(${shape})` : shape;
}

function unique(parts: readonly string[]): string[] {
  return [...new Set(parts)];
}

/** The names of schemas that a schema refers to, at any depth of its own. */
export function namesIn(value: Json): string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(namesIn);
  if (!isObject(value)) return [];
  const { $ref } = value;
  return typeof $ref === 'string' ? [$ref.slice(SCHEMAS.length)] : Object.values(value).flatMap(namesIn);
}
