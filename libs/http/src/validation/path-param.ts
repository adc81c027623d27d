import { Param, type PipeTransform, type Type } from '@nestjs/common';
import { ApiParam, type ApiParamOptions } from '@nestjs/swagger';

/** Hands a handler a path parameter as a pipe reads it, and documents it. */
export function pathParam(
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
