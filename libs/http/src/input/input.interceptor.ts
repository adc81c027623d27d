import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { InvalidRequestError, type RequestIssue } from '../errors/invalid-request.error.js';
import { findQueryNames } from './query-names.js';
import { readJsonBody } from './json-body.js';
import { readStrictQuery } from './strict-query.js';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Reads query and body, strictly, for the pipes that follow. It runs after the gates, so that nobody's input is
 * read before they may ask at all.
 */
@Injectable()
export class InputInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const { values, issues } = readStrictQuery(request.originalUrl.split('?').slice(1).join('?'));
    const all = [...nulInPath(request), ...issues, ...unknownNames(context, values, issues)];
    if (all.length > 0) throw new InvalidRequestError(all);
    Object.defineProperty(request, 'query', { value: values });
    if (METHODS_WITH_BODY.has(request.method)) request.body = await readJsonBody(request);
    return next.handle();
  }
}

function nulInPath({ params }: Request): RequestIssue[] {
  return Object.entries(params)
    .filter(([, value]) => value.includes('\0'))
    .map(([path]) => ({ path, message: 'must not contain NUL' }));
}

/** Handlers that take a query DTO leave unknown names to its validation, which knows them all. */
function unknownNames(
  context: ExecutionContext,
  values: Readonly<Record<string, string>>,
  issues: readonly RequestIssue[],
): RequestIssue[] {
  const known = findQueryNames(context.getClass(), context.getHandler().name);
  if (known === null) return [];
  const reported = new Set([...known, ...issues.map(({ path }) => path)]);
  return Object.keys(values)
    .filter((name) => !reported.has(name))
    .map((path) => ({ path, message: 'is not a parameter of this operation' }));
}
