import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';

interface RouteArgument {
  /** The parameter's name in `@Query('name')`; absent in `@Query()`. */
  readonly data?: unknown;
}

/**
 * The query parameters a handler takes one by one, or null when it takes a DTO of them. Nest keeps what its
 * parameter decorators declare under keys of the form `<kind>:<index>`.
 */
export function findQueryNames(controller: object, handlerName: string): readonly string[] | null {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) ?? {}) as Record<
    string,
    RouteArgument
  >;
  const queries = Object.entries(declared).filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`));
  const names = queries.map(([, { data }]) => data);
  return names.every((name) => typeof name === 'string') ? names : null;
}
