import { InvalidRequestError } from '../errors/invalid-request.error.js';
import { pathParam } from './path-param.js';

/** Hands a handler the path parameter `name`, a text of a pattern, and documents it. */
export function PatternParam(name: string, pattern: RegExp, description: string): ParameterDecorator {
  const transform = (value: string): string => {
    if (pattern.test(value)) return value;
    throw new InvalidRequestError([{ path: name, message: `must match ${pattern.source}` }]);
  };
  return pathParam({ transform }, { name, description, schema: { type: 'string', pattern: pattern.source } });
}
