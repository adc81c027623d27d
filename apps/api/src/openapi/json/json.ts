/** A JSON value of a description, whose shape is not trusted. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** A text, or the empty one for any other value. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every operation of a description. */
export function operationsOf({ paths }: JsonObject): JsonObject[] {
  if (!isObject(paths)) return [];
  return Object.values(paths)
    .filter(isObject)
    .flatMap((item) => Object.values(item).filter(isObject));
}
