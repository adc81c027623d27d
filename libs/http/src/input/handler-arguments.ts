import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';

interface RouteArgument {
  /** The parameter's name in `@Query('name')`; absent in `@Query()`. */
  readonly data?: unknown;
}

type Declared = Readonly<Record<string, RouteArgument>>;

/** What Nest's parameter decorators declare of a handler's arguments, under keys of the form `<kind>:<index>`. */
function argumentsOf(controller: object, handlerName: string): Declared {
  return (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) ?? {}) as Declared;
}

/** Whether a handler takes the body, or the request that has it. */
export function takesBody(controller: object, handlerName: string): boolean {
  const kinds = Object.keys(argumentsOf(controller, handlerName)).map((key) => Number(key.split(':')[0]));
  return kinds.includes(RouteParamtypes.BODY) || kinds.includes(RouteParamtypes.REQUEST);
}

/** The query parameters a handler takes one by one, or null when it takes a DTO of them. */
export function findQueryNames(controller: object, handlerName: string): readonly string[] | null {
  const declared = argumentsOf(controller, handlerName);
  const queries = Object.entries(declared).filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`));
  const names = queries.map(([, { data }]) => data);
  return names.every((name) => typeof name === 'string') ? names : null;
}
