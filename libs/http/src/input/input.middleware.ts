import type { NextFunction, Request, Response } from 'express';
import type { RequestIssue } from '../errors/invalid-request.error.js';
import { readsBody } from '../message/request-body.js';
import { readJsonBody } from './json-body.js';
import { readStrictQuery } from './strict-query.js';

/** The mistake in a request's input, told once the guards have let it pass. */
export interface InputFailure {
  readonly queryIssues: readonly RequestIssue[];
  /** Parameters that were sent more than once, which lists may be. */
  readonly repeated: readonly string[];
  /** What the body's reading threw; null when it could be read. */
  readonly bodyError: Error | null;
}

const failures = new WeakMap<object, InputFailure>();

/** Shared by requests without a mistake: a stream is held for hours. */
const NONE: InputFailure = { queryIssues: [], repeated: [], bodyError: null };

/**
 * Express middleware that parses query and body within bounds, so that guards find `req.query` and `req.body`. The bounds: 16 KB
 * of headers, 32 KB of body, 32 levels, 1,000 values. It refuses nothing: `InputInterceptor` throws what failed, after the
 * guards.
 */
export function inputMiddleware(request: Request, _response: Response, next: NextFunction): void {
  const { values, issues, repeated } = readStrictQuery(request.originalUrl.split('?').slice(1).join('?'));
  // Express 5 has a getter there.
  Object.defineProperty(request, 'query', { value: values, writable: true, configurable: true });
  const goOn = (bodyError: Error | null): void => {
    const isSound = issues.length === 0 && repeated.length === 0 && bodyError === null;
    failures.set(request, isSound ? NONE : { queryIssues: issues, repeated, bodyError });
    next();
  };
  if (!readsBody(request)) {
    goOn(null);
    return;
  }
  readJsonBody(request).then(
    (body) => {
      request.body = body;
      goOn(null);
    },
    (error: unknown) => {
      goOn(error instanceof Error ? error : new Error(String(error)));
    },
  );
}

/** @throws TypeError for a request that the middleware has not seen */
export function inputFailureOf(request: object): InputFailure {
  const failure = failures.get(request);
  if (failure === undefined) throw new TypeError('inputMiddleware must be registered');
  return failure;
}
