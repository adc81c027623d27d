import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { InvalidRequestError, type RequestIssue } from '../errors/invalid-request.error.js';
import { MAX_PARAMETERS } from '../input/strict-query.js';
import { findForbiddenText } from './forbidden-text.js';

/** Nest's ValidationPipe, with every unknown name an error and every error in our envelope. */
@Injectable()
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
    if (metadata.type === 'body' && this.toValidate(metadata) && value !== undefined) {
      const issues = findBodyIssues(value);
      if (issues.length > 0) throw new InvalidRequestError(issues);
    }
    return (await super.transform(withFirstNames(value, metadata), metadata)) as unknown;
  }
}

/**
 * An object's first hundred names. No body of ours has as many, so that an unknown one is among them, and the validator
 * makes an error of each.
 */
function withFirstNames(value: unknown, { type }: ArgumentMetadata): unknown {
  if (type !== 'body' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return entries.length <= MAX_PARAMETERS ? value : Object.fromEntries(entries.slice(0, MAX_PARAMETERS));
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
      message: rule === 'whitelistValidation' ? 'is not a parameter of this operation' : message,
    }));
    return [...own, ...flatten(children, path)];
  });
}
