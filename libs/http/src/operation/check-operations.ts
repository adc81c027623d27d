import type { DeclaredRoute } from './declared-routes.js';
import { decoratorsOfEachRequest, parametersOf, type ParameterSource } from './nest-metadata.js';
import { findOperation, isInternal, type OperationMetadata } from './operation-metadata.js';

const URL_SOURCES: readonly ParameterSource[] = ['query', 'path'];

/**
 * Mistakes in the declarations of an app's routes, a line each; empty when nothing is. Each of these would
 * leak or mislead in silence, so that an app with one must not start.
 */
export function checkOperations(routes: readonly DeclaredRoute[]): string[] {
  const declared = new Map<string, string>();
  return routes.flatMap((route) => {
    const operation = findOperation(route.handler);
    if (operation === undefined) return checkUndeclared(route);
    const sameId = declared.get(operation.id);
    declared.set(operation.id, route.name);
    return [
      ...(sameId === undefined ? [] : [`${route.name}: ${sameId} has the operation id ${operation.id} too`]),
      ...checkCaching(route, operation),
      ...checkKept(route, operation),
      ...checkOwner(route, operation),
    ];
  });
}

function checkUndeclared({ handler, name }: DeclaredRoute): string[] {
  if (isInternal(handler)) return [];
  return [`${name}: declare what it is, with @Operation or @Internal`];
}

/** A response kept for all clients must be readable by all clients. */
function checkCaching({ name, method }: DeclaredRoute, { access, caching }: OperationMetadata): string[] {
  if (caching === 'private') return [];
  if (access !== 'public') return [`${name}: caching "${caching}" is shared, its access "${access}" is not`];
  return method === 'GET' ? [] : [`${name}: caching "${caching}" is for GET, not for ${method}`];
}

/** What the cache keeps is served without asking the handler, or anything that stands before it. */
function checkKept({ name, controller, handler }: DeclaredRoute, { caching }: OperationMetadata): string[] {
  if (caching !== 'block') return [];
  const decorators = decoratorsOfEachRequest(controller, handler);
  const isOfUrl = parametersOf(controller, handler.name).every(({ source }) => URL_SOURCES.includes(source));
  return [
    ...decorators.map((decorator) => `${name}: a response that is kept does not pass @${decorator}`),
    ...(isOfUrl ? [] : [`${name}: a response that is kept is a function of its URL, not of a request`]),
  ];
}

/** An owner's wallet is compared with the path's. */
function checkOwner({ name, paths }: DeclaredRoute, { access }: OperationMetadata): string[] {
  const lacksAddress = access === 'owner' && !paths.every((path) => path.split('/').includes(':address'));
  return lacksAddress ? [`${name}: access "owner" needs :address in its path`] : [];
}
