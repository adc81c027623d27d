import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { InvalidRequestError, UNKNOWN_NAME, type RequestIssue } from '../errors/invalid-request.error.js';
import { findListNames, findQueryProperties, findTakenInput } from './handler-arguments.js';
import { inputFailureOf } from './input.middleware.js';
import { MAX_PARAMETERS } from './strict-query.js';
import { findOperation, KnownToCache } from '../operation/operation-metadata.js';

/**
 * Refuses what `inputMiddleware` could not parse, and query parameters and bodies that the handler does not take. It stands
 * after the guards, so that 401 and 403 come before 400, and before the pipes. It is no pipe itself: Nest runs those for the
 * arguments of a handler, and a handler without arguments would let everything pass.
 */
@Injectable()
@KnownToCache()
export class InputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { queryIssues, repeated, bodyError } = inputFailureOf(request);
    const known = knownOfDialect(context);
    const isRead = (name: string): boolean => known === null || known.has(name);
    if (known !== null) request.query = pick(request.query, known);
    const readable = queryIssues.filter(({ path }) => isRead(path));
    const issues = [...readable, ...repeatedNames(context, repeated.filter(isRead), readable)];
    const all = [...nulInPath(request), ...issues, ...unknownNames(context, request, issues)];
    if (all.length > 0) throw new InvalidRequestError(all);
    if (bodyError !== null) throw bodyError;
    const unread = findUnreadBody(context, request);
    if (unread.length > 0) throw new InvalidRequestError(unread);
    return next.handle();
  }
}

/** The only parameters that are read of an operation of somebody else's dialect, where an empty one is one that is not sent; null for one of ours, which refuses others. */
function knownOfDialect(context: ExecutionContext): ReadonlySet<string> | null {
  const handler = context.getHandler();
  return findOperation(handler)?.ignoresUnknownQuery === true
    ? findQueryProperties(context.getClass(), handler.name)
    : null;
}

function pick(query: Request['query'], names: ReadonlySet<string>): Request['query'] {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => names.has(name) && value !== ''));
}

function nulInPath({ params }: Request): RequestIssue[] {
  return Object.entries(params)
    .filter(([, value]) => value.includes('\0'))
    .map(([path]) => ({ path, message: 'must not contain NUL' }));
}

/** `tokens=a&tokens=b` is the list `tokens=a,b`, as many clients write it. Other parameters are sent once. */
function repeatedNames(
  context: ExecutionContext,
  repeated: readonly string[],
  issues: readonly RequestIssue[],
): RequestIssue[] {
  if (repeated.length === 0) return [];
  const lists = findListNames(context.getClass(), context.getHandler().name);
  return repeated
    .filter((name) => !lists.has(name) && issues.every(({ path }) => path !== name))
    .map((path) => ({ path, message: 'must be sent once' }));
}

/** Handlers that take a query DTO leave unknown names to its validation, which knows them all. */
function unknownNames(
  context: ExecutionContext,
  { query }: Request,
  issues: readonly RequestIssue[],
): RequestIssue[] {
  const known = findTakenInput(context.getClass(), context.getHandler().name).queryNames;
  if (known === null) return [];
  const reported = new Set([...known, ...issues.map(({ path }) => path)]);
  return Object.keys(query)
    .filter((name) => !reported.has(name))
    .map((path) => ({ path, message: UNKNOWN_NAME }));
}

/** A body that the handler does not take may be empty, or an object without names. */
function findUnreadBody(context: ExecutionContext, request: Request): RequestIssue[] {
  const body: unknown = request.body;
  if (body === undefined || findTakenInput(context.getClass(), context.getHandler().name).takesBody)
    return [];
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return [{ path: 'body', message: UNKNOWN_NAME }];
  return Object.keys(body)
    .slice(0, MAX_PARAMETERS)
    .map((path) => ({ path, message: UNKNOWN_NAME }));
}
