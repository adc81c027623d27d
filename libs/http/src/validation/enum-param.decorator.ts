import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { InvalidRequestError } from '../errors/invalid-request.error.js';

/** Hands a handler the path parameter `name`, one of some words, and documents it. */
export function EnumParam(name: string, words: readonly string[], description: string): ParameterDecorator {
  const pipe: PipeTransform<string, string> = {
    transform: (value) => {
      if (words.includes(value)) return value;
      throw new InvalidRequestError([{ path: name, message: `must be one of ${words.join(', ')}` }]);
    },
  };
  return (target, key, index) => {
    if (key === undefined) throw new TypeError('EnumParam belongs on a parameter of a handler');
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor === undefined) throw new TypeError(`no handler ${String(key)}`);
    Param(name, pipe)(target, key, index);
    // ApiParam is made for methods; the method is already there when its parameters are decorated.
    ApiParam({ name, description, enum: [...words] })(target, key, descriptor);
  };
}
