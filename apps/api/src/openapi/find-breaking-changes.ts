import { inlineComponents } from './json/inline-components.js';
import type { Json, JsonObject } from './json/json.js';

/** A description whose operations are compared. */
export type Description = JsonObject;

/** Which way data goes: what a client sends may become freer, what it receives may become narrower. */
type Direction = 'sent' | 'received';

/**
 * Lists what would break a client of a *stable* operation: an operation, success, property or parameter that is gone; something
 * newly required of the client; a type, pattern or enumeration that refuses accepted values, or returns unexpected ones.
 * Empty when there is nothing.
 */
export function findBreakingChanges(older: Description, newer: Description): string[] {
  const [before, after] = [inlineComponents(older), inlineComponents(newer)];
  return stableOperations(before).flatMap(([name, operation]) => {
    const now = operationAt(after, name);
    if (now === undefined) return [`${name}: removed`];
    const comparison = new Comparison(before, after);
    comparison.operation(name, operation, now);
    return comparison.found;
  });
}

class Comparison {
  readonly found: string[] = [];
  /** Pairs of references already compared: schemas may refer to themselves. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly before: Description,
    private readonly after: Description,
  ) {}

  operation(name: string, was: JsonObject, is: JsonObject): void {
    if (is['x-service-status'] !== 'stable') this.found.push(`${name}: no longer stable`);
    if (was.operationId !== is.operationId) this.found.push(`${name}: operationId changed`);
    this.parameters(name, objects(was.parameters), objects(is.parameters));
    this.requestBody(`${name}: request body`, object(was.requestBody), object(is.requestBody));
    const wasSuccess = object(object(was.responses)['200']);
    const isSuccess = object(object(is.responses)['200']);
    for (const header of Object.keys(object(wasSuccess.headers))) {
      if (!(header in object(isSuccess.headers)))
        this.found.push(`${name}: response header ${header} removed`);
    }
    this.schema(`${name}: response`, bodySchema(wasSuccess), bodySchema(isSuccess), 'received');
  }

  /** What a client sends must still be taken, and a body may not be needed where none was. */
  private requestBody(where: string, was: JsonObject, is: JsonObject): void {
    if (is.required === true && was.required !== true) this.found.push(`${where} is now required`);
    if (!('content' in was)) return;
    if ('content' in is) this.schema(where, bodySchema(was), bodySchema(is), 'sent');
    else this.found.push(`${where} removed`);
  }

  private parameters(name: string, was: readonly JsonObject[], is: readonly JsonObject[]): void {
    const keyOf = (parameter: JsonObject): string =>
      `${text(parameter.in)} parameter ${text(parameter.name)}`;
    const known = new Map(was.map((parameter) => [keyOf(parameter), parameter]));
    const kept = new Map(is.map((parameter) => [keyOf(parameter), parameter]));
    for (const [key, parameter] of known) {
      const now = kept.get(key);
      if (now === undefined) this.found.push(`${name}: ${key} removed`);
      else this.schema(`${name}: ${key}`, object(parameter.schema), object(now.schema), 'sent');
    }
    for (const [key, parameter] of kept) {
      if (parameter.required === true && known.get(key)?.required !== true) {
        this.found.push(`${name}: ${key} is now required`);
      }
    }
  }

  private schema(where: string, was: JsonObject, is: JsonObject, direction: Direction): void {
    const pair = `${text(was.$ref)} ${text(is.$ref)} ${direction}`;
    if ('$ref' in was || '$ref' in is) {
      if (this.seen.has(pair)) return;
      this.seen.add(pair);
    }
    const old = resolve(this.before, was);
    const now = resolve(this.after, is);
    this.values(where, old, now, direction);
    if (text(old.pattern) !== text(now.pattern)) this.found.push(`${where}: pattern changed`);
    if (text(old.format) !== text(now.format)) this.found.push(`${where}: format changed`);
    this.bounds(where, old, now, direction);
    this.properties(where, old, now, direction);
    if ('items' in old) this.schema(`${where}[]`, object(old.items), object(now.items), direction);
  }

  /** Types and enumerations: a client may send what it could, and receives nothing it did not know of. */
  private values(where: string, old: JsonObject, now: JsonObject, direction: Direction): void {
    for (const key of ['type', 'enum']) {
      const had = key in old ? list(old[key]) : null;
      const has = key in now ? list(now[key]) : null;
      const [narrow, wide] = direction === 'sent' ? [had, has] : [has, had];
      // Without the keyword everything is allowed.
      const fits = wide === null || narrow?.every((value) => wide.includes(value));
      if (fits !== true) this.found.push(`${where}: ${key} changed`);
    }
  }

  private bounds(where: string, old: JsonObject, now: JsonObject, direction: Direction): void {
    if (direction !== 'sent') return;
    for (const [key, isTighter] of BOUNDS) {
      const had = old[key];
      const has = now[key];
      const tighter = typeof has === 'number' && (typeof had !== 'number' || isTighter(had, has));
      if (tighter) this.found.push(`${where}: ${key} is tighter`);
    }
  }

  private properties(where: string, old: JsonObject, now: JsonObject, direction: Direction): void {
    const had = object(old.properties);
    const has = object(now.properties);
    for (const [name, schema] of Object.entries(had)) {
      if (name in has) this.schema(`${where}.${name}`, object(schema), object(has[name]), direction);
      else this.found.push(`${where}.${name}: removed`);
    }
    const [before, after] = [list(old.required), list(now.required)];
    const lost = direction === 'received' ? before.filter((name) => !after.includes(name)) : [];
    const added = direction === 'sent' ? after.filter((name) => !before.includes(name)) : [];
    for (const name of lost) this.found.push(`${where}.${text(name)}: may now be absent`);
    for (const name of added) this.found.push(`${where}.${text(name)}: is now required`);
  }
}

const lowered = (had: number, has: number): boolean => has < had;
const raised = (had: number, has: number): boolean => has > had;
const BOUNDS: readonly (readonly [string, (had: number, has: number) => boolean])[] = [
  ['maximum', lowered],
  ['maxLength', lowered],
  ['maxItems', lowered],
  ['minimum', raised],
  ['minLength', raised],
  ['minItems', raised],
];

function stableOperations(description: Description): [name: string, operation: JsonObject][] {
  return Object.entries(object(description.paths)).flatMap(([path, item]) =>
    Object.entries(object(item))
      .map(([method, operation]): [string, JsonObject] => [`${method} ${path}`, object(operation)])
      .filter(([, operation]) => operation['x-service-status'] === 'stable'),
  );
}

function operationAt(description: Description, name: string): JsonObject | undefined {
  const [method = '', path = ''] = name.split(' ');
  const operation = object(object(description.paths)[path])[method];
  return operation === undefined ? undefined : object(operation);
}

function bodySchema(body: JsonObject): JsonObject {
  return object(object(object(body.content)['application/json']).schema);
}

/** Follows references, takes the parts of an `allOf` together, and writes null as an alternative into type and enumeration. */
function resolve(description: Description, schema: JsonObject): JsonObject {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return resolve(description, object(object(object(description.components).schemas)[name]));
  }
  const [known, other, ...more] = objects(schema.anyOf);
  if (known !== undefined && other?.type === 'null' && more.length === 0)
    return orNull(resolve(description, known));
  if (!Array.isArray(schema.allOf)) return schema;
  return Object.assign(
    {},
    ...objects(schema.allOf).map((part) => resolve(description, part)),
    schema,
  ) as JsonObject;
}

function orNull({ type, enum: words, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(type !== undefined && { type: [...list(type), 'null'] }),
    ...(words !== undefined && { enum: [...list(words), null] }),
  };
}

function object(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(object) : [];
}

function list(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
