import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { parametersOf } from '../operation/nest-metadata.js';

/** Of a DTO's properties: those that hold lists. */
const LIST_NAMES = Symbol('list names');

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
  const parameters = parametersOf(controller, handlerName);
  const names = parameters.filter(({ source }) => source === 'query').map(({ name }) => name);
  const found = {
    takesBody: parameters.some(({ source }) => source === 'body' || source === 'request'),
    queryNames: names.every((name) => typeof name === 'string') ? names : null,
  };
  byName.set(handlerName, found);
  return found;
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
  return parametersOf(controller, handlerName)
    .filter(({ source }) => source === 'query')
    .flatMap(({ index }) => types[index] ?? []);
}
