import { isObject, type Json, type JsonObject } from '../../../openapi/json/json.js';

/** What a result of a tool has: its output schema, compiled once, since each object of a result is shaped by it. A list has the shape of its items. */
export interface ResultShape {
  /** Its properties, but for `untrusted`. */
  readonly parts: readonly (readonly [name: string, shape: ResultShape])[];
  /** Names of strangers' texts, which stand under `untrusted`. */
  readonly texts: readonly string[];
  /** Those of them that are sentences of ours, of which the quotes stand there. */
  readonly sentences: ReadonlySet<string>;
  /** Whether the bound of a result leaves it out: calldata is as long as it is. */
  readonly isUncounted: boolean;
}

/** @param uncounted names of properties that the bound of a result leaves out, wherever they stand */
export function compileShape(schema: Json | undefined, uncounted: ReadonlySet<string>): ResultShape {
  const { untrusted, ...properties } = propertiesOf(schema);
  const parts = Object.entries(properties).map(([name, part]): [string, ResultShape] => [
    name,
    { ...compileShape(part, uncounted), isUncounted: uncounted.has(name) },
  ]);
  const texts = Object.keys(propertiesOf(untrusted));
  const sentences = new Set(texts.filter((name) => name in properties));
  return { parts, texts, sentences, isUncounted: false };
}

/** The places of those paths in a list that a result of the shape has not. */
export function unknownFields(shape: ResultShape, fields: readonly string[]): number[] {
  return fields.flatMap((field, place) => (hasPath(shape, toPath(field)) ? [] : [place]));
}

function hasPath({ parts, texts }: ResultShape, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (name === 'untrusted' && texts.length > 0)
    return rest.length === 0 || (rest.length === 1 && texts.includes(rest[0] ?? ''));
  const part = parts.find(([known]) => known === name);
  return part !== undefined && hasPath(part[1], rest);
}

export const toPath = (field: string): string[] => field.split('.');

function propertiesOf(schema: Json | undefined): JsonObject {
  const item = isObject(schema) ? (schema['items'] ?? schema) : undefined;
  const properties = isObject(item) ? item['properties'] : undefined;
  return isObject(properties) ? properties : {};
}
