import { InvalidRequestError } from '../errors/invalid-request.error.js';
import { pathParam } from './path-param.js';

/** Hands a handler the path parameter `name`, one of some words, and documents it. */
export function EnumParam(name: string, words: readonly string[], description: string): ParameterDecorator {
  const transform = (value: string): string => {
    if (words.includes(value)) return value;
    throw new InvalidRequestError([{ path: name, message: `must be one of ${words.join(', ')}` }]);
  };
  return pathParam({ transform }, { name, description, enum: [...words] });
}
