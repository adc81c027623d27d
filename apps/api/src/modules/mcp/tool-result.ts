import type { AsOf, AsOfBlock } from '@slipway/domain';
import { isObject, type Json, type JsonObject } from '../../openapi/json/json.js';

/** The most bytes of a result that was not asked to be longer. */
const MOST_BYTES = 4_096;

/** How many characters of a stranger's text are shown: the first of these that fits. */
const TEXT_LENGTHS = [160, 40, 0];

interface ResultOptions {
  /** The tool's output schema. It decides what is said, and what of it is a stranger's. */
  readonly schema: JsonObject;
  /** Paths to keep; null for all. */
  readonly fields: readonly string[] | null;
  /** Whether the result may be longer than 4 KB, with texts uncut. */
  readonly isLongAsked: boolean;
  /** Whether strangers' texts are shown at all. */
  readonly showsUntrusted: boolean;
}

/** What a tool returns, and the same as text, which is made once. */
export interface ToolResult {
  readonly structuredContent: JsonObject;
  readonly text: string;
}

/** The block, and of the body what the tool's schema has, as it is sent, with strangers' texts under `untrusted`. */
export function toResult({ asOf, body }: AsOf<unknown>, options: ResultOptions): ToolResult {
  const { schema, fields, isLongAsked, showsUntrusted } = options;
  const block = toBlock(asOf);
  const value = { ...(body as object), asOf: block };
  const shape = (length: number): ToolResult => {
    const shaped = separate(value, schema, showsUntrusted ? length : 0) as JsonObject;
    const structuredContent =
      fields === null ? shaped : { ...(pick(shaped, fields.map(toPath)) as JsonObject), asOf: block };
    return { structuredContent, text: JSON.stringify(structuredContent) };
  };
  if (isLongAsked) return shape(Number.POSITIVE_INFINITY);
  for (const length of TEXT_LENGTHS) {
    const result = shape(length);
    if (Buffer.byteLength(result.text) <= MOST_BYTES) return result;
  }
  return shape(0);
}

/** Which of some paths a result of the schema has not. */
export function unknownFields(schema: JsonObject, fields: readonly string[]): string[] {
  return fields.filter((field) => {
    let at: Json | undefined = schema;
    for (const name of toPath(field)) at = propertiesOf(itemOf(at))[name];
    return at === undefined;
  });
}

function toBlock({ block, time }: AsOfBlock): JsonObject {
  return { block: Number(block), time: time.toISOString() };
}

/** @param length of a stranger's text; 0 leaves `untrusted` out */
function separate(value: unknown, schema: Json | undefined, length: number): Json {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = itemOf(schema);
    return (value as readonly unknown[]).map((item) => separate(item, items, length));
  }
  if (typeof value !== 'object' || value === null) return value as Json;
  const said: Record<string, Json> = {};
  for (const [key, part] of Object.entries(propertiesOf(schema))) {
    if (key === 'untrusted') continue;
    const found = (value as Readonly<Record<string, unknown>>)[key];
    if (found !== undefined) said[key] = separate(found, part, length);
  }
  const texts = length === 0 ? [] : textsOf(value, propertiesOf(schema)['untrusted'], length);
  return { ...said, ...(texts.length > 0 && { untrusted: Object.fromEntries(texts) as JsonObject }) };
}

/** What strangers wrote of an object, cut. */
function textsOf(value: object, schema: Json | undefined, length: number): [key: string, text: Json][] {
  return Object.keys(propertiesOf(schema)).flatMap((key): [key: string, text: Json][] => {
    const text = (value as Readonly<Record<string, Json>>)[key];
    return text === undefined ? [] : [[key, clip(text, length)]];
  });
}

/** Cuts between code points. */
function clip(value: Json, length: number): Json {
  if (typeof value !== 'string' || value.length <= length) return value;
  return `${Array.from(value.slice(0, 2 * length))
    .slice(0, length)
    .join('')}…`;
}

function pick(value: Json, paths: readonly (readonly string[])[]): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => pick(item, paths));
  if (!isObject(value) || paths.some((path) => path.length === 0)) return value;
  const kept = Object.entries(value).map(([name, part]) => {
    const below = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    return [name, below.length === 0 ? undefined : pick(part, below)];
  });
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined)) as JsonObject;
}

const toPath = (field: string): string[] => field.split('.');

/** The schema of a list's items; any other is itself. */
function itemOf(schema: Json | undefined): Json | undefined {
  return isObject(schema) ? (schema['items'] ?? schema) : undefined;
}

function propertiesOf(schema: Json | undefined): JsonObject {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? properties : {};
}
