import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';

/** Of a DTO's properties: those that hold lists. */
const LIST_NAMES = Symbol('list names');

interface RouteArgument {
  /** The parameter's name in `@Query('name')`; absent in `@Query()`. */
  readonly data?: unknown;
}

type Declared = Readonly<Record<string, RouteArgument>>;

/** What Nest's parameter decorators declare of a handler's arguments, under keys of the form `<kind>:<index>`. */
function argumentsOf(controller: object, handlerName: string): Declared {
  return (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) ?? {}) as Declared;
}

/** What a handler takes of a request. */
export interface TakenInput {
  /** Whether it takes the body, or the request that has it. */
  readonly takesBody: boolean;
  /** The query parameters that it takes one by one, or null when it takes a DTO of them. */
  readonly queryNames: readonly string[] | null;
}

/** By controller and name. Decorators have run when the first request comes. */
const taken = new WeakMap<object, Map<string, TakenInput>>();

export function findTakenInput(controller: object, handlerName: string): TakenInput {
  const byName = taken.get(controller) ?? new Map<string, TakenInput>();
  taken.set(controller, byName);
  const known = byName.get(handlerName);
  if (known !== undefined) return known;
  const declared = argumentsOf(controller, handlerName);
  const found = { takesBody: takesBody(declared), queryNames: findQueryNames(declared) };
  byName.set(handlerName, found);
  return found;
}

function takesBody(declared: Declared): boolean {
  const kinds = Object.keys(declared).map((key) => Number(key.split(':')[0]));
  return kinds.includes(RouteParamtypes.BODY) || kinds.includes(RouteParamtypes.REQUEST);
}

/** Marks a property of a query DTO as a list, which may be sent once for each of its items. */
export function ListParameter(): PropertyDecorator {
  return (prototype, name) => {
    const names = (Reflect.getMetadata(LIST_NAMES, prototype) ?? []) as readonly string[];
    Reflect.defineMetadata(LIST_NAMES, [...names, String(name)], prototype);
  };
}

/** The lists among the properties of the query DTO that a handler takes. */
export function findListNames(controller: Type, handlerName: string): ReadonlySet<string> {
  return new Set(
    findQueryDtos(controller, handlerName).flatMap(
      ({ prototype }) => (Reflect.getMetadata(LIST_NAMES, prototype as object) ?? []) as readonly string[],
    ),
  );
}

/** The properties of the query DTO that a handler takes; none without one. */
export function findQueryProperties(controller: Type, handlerName: string): ReadonlySet<string> {
  return new Set(
    findQueryDtos(controller, handlerName)
      .flatMap((dto) => getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false))
      .map(({ propertyName }) => propertyName),
  );
}

function findQueryDtos(controller: Type, handlerName: string): Type[] {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, handlerName) ??
    []) as readonly (Type | undefined)[];
  return Object.keys(argumentsOf(controller, handlerName))
    .filter((key) => key.startsWith(`${RouteParamtypes.QUERY}:`))
    .flatMap((key) => types[Number(key.split(':')[1])] ?? []);
}

function findQueryNames(declared: Declared): readonly string[] | null {
  const queries = Object.entries(declared).filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`));
  const names = queries.map(([, { data }]) => data);
  return names.every((name) => typeof name === 'string') ? names : null;
}
