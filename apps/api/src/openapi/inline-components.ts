import { isObject, type Json, type JsonObject } from './json.js';

/** What is named in `components` to be written once; schemas keep their names, since they may refer to themselves. */
const INLINED = /^#\/components\/(headers|parameters|responses)\/(.+)$/;

/** A description in which every operation has its headers, parameters and responses itself, as they are easier compared. */
export function inlineComponents<T extends object>(description: T): T {
  const components = (description as JsonObject)['components'];
  const inline = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(inline);
    if (!isObject(value)) return value;
    const reference = value['$ref'];
    const [, kind = '', name = ''] = typeof reference === 'string' ? (INLINED.exec(reference) ?? []) : [];
    if (kind !== '') return inline(componentOf(components, kind, name));
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  };
  return inline(description as JsonObject) as T;
}

function componentOf(components: Json | undefined, kind: string, name: string): Json {
  const named = isObject(components) ? components[kind] : undefined;
  const found = isObject(named) ? named[name] : undefined;
  if (found === undefined) throw new Error(`the description has no components.${kind}.${name}`);
  return found;
}
