import { Injectable, Param, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { ApiParam, type ApiParamOptions } from '@nestjs/swagger';
import { parseAddress, type Address } from '@slipway/domain';
import { InvalidRequestError } from '../errors/invalid-request.error.js';
import { ADDRESS_MESSAGE, ADDRESS_SCHEMA } from './property.decorators.js';

/** Reads a path parameter that is an address; the error names the parameter. */
@Injectable()
export class AddressPipe implements PipeTransform<string, Address> {
  transform(value: string, { data = 'address' }: ArgumentMetadata): Address {
    const address = parseAddress(value);
    if (address === null) throw new InvalidRequestError([{ path: data, message: ADDRESS_MESSAGE }]);
    return address;
  }
}

/** Hands a handler the path parameter `name` as an EIP-55 `Address`, and documents it. */
export function AddressParam(name: string, description: string): ParameterDecorator {
  return pathParam(AddressPipe, { name, description, schema: { ...ADDRESS_SCHEMA } });
}

/** Hands a handler the path parameter `name`, one of some words, and documents it. */
export function EnumParam(name: string, words: readonly string[], description: string): ParameterDecorator {
  const expect = expectText(name, `must be one of ${words.join(', ')}`, (value) => words.includes(value));
  return pathParam(expect, { name, description, enum: [...words] });
}

/** Hands a handler the path parameter `name`, a text of a pattern, and documents it. */
export function PatternParam(name: string, pattern: RegExp, description: string): ParameterDecorator {
  const expect = expectText(name, `must match ${pattern.source}`, (value) => pattern.test(value));
  return pathParam(expect, { name, description, schema: { type: 'string', pattern: pattern.source } });
}

function expectText(path: string, message: string, isRight: (value: string) => boolean): PipeTransform {
  return {
    transform: (value: string) => {
      if (isRight(value)) return value;
      throw new InvalidRequestError([{ path, message }]);
    },
  };
}

/** Hands a handler a path parameter as a pipe reads it, and documents it. */
function pathParam(
  pipe: PipeTransform | Type<PipeTransform>,
  documentation: ApiParamOptions & { readonly name: string },
): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new TypeError('a path parameter belongs to a handler');
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor === undefined) throw new TypeError(`no handler ${String(key)}`);
    Param(documentation.name, pipe)(target, key, index);
    // ApiParam is made for methods; the method is already there when its parameters are decorated.
    ApiParam(documentation)(target, key, descriptor);
  };
}
