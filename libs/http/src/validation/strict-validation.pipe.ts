import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { InvalidRequestError, UNKNOWN_NAME, type RequestIssue } from '../errors/invalid-request.error.js';
import { MAX_PARAMETERS } from '../input/strict-query.js';
import { KnownToCache } from '../operation/operation-metadata.js';

/** Nest's ValidationPipe, with every unknown name an error and every error in our envelope. */
@Injectable()
@KnownToCache()
export class StrictValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) => new InvalidRequestError(flatten(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // What has no class is checked by its handler, which takes every name there is.
    if (metadata.type !== 'body' || !this.toValidate(metadata) || value === undefined) {
      return (await super.transform(value, metadata)) as unknown;
    }
    const read = clipBody(value);
    const issues = findBodyIssues(read);
    if (issues.length > 0) throw new InvalidRequestError(issues);
    return (await super.transform(read, metadata)) as unknown;
  }
}

/** Items of an array that are read. No list of a body may have more than a hundred; the next one shows that it has. */
const MAX_ITEMS = 101;

/**
 * The first hundred names of each object, and the first items of each array. No body of ours has as many names: an unknown one is
 * among them. Every one that is kept is visited several times.
 */
function clipBody(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(clipBody);
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object).slice(0, MAX_PARAMETERS);
  return Object.fromEntries(names.map((name) => [name, clipBody(object[name])]));
}

function findBodyIssues(value: unknown): RequestIssue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: 'body', message: 'must be a JSON object' }];
  }
  return findForbiddenText(value);
}

/** Leaves of the error tree, named by their path: `programIds[3]`, `domain.name`. */
function flatten(errors: readonly ValidationError[], parent = ''): RequestIssue[] {
  return errors.flatMap(({ property, constraints, children = [] }) => {
    const path =
      parent === '' ? property : /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
    const own = Object.entries(constraints ?? {}).map(([rule, message]) => ({
      path,
      message: rule === 'whitelistValidation' ? UNKNOWN_NAME : message,
    }));
    return [...own, ...flatten(children, path)];
  });
}

/**
 * What no body may hold wherever it is: NUL, which PostgreSQL's text cannot, and names that every
 * JavaScript object has, which the validator would drop in silence. The depth of the body is already bounded.
 */
function findForbiddenText(value: unknown, path = ''): RequestIssue[] {
  if (typeof value === 'string')
    return value.includes('\0') ? [{ path, message: 'must not contain NUL' }] : [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => findForbiddenText(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const child = path === '' ? name : `${path}.${name}`;
    const isForbidden = name in Object.prototype || name.includes('\0');
    if (isForbidden) return [{ path: child, message: UNKNOWN_NAME }];
    return findForbiddenText(item, child);
  });
}
