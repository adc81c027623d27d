import { applyDecorators } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { setInternal } from './operation-metadata.js';

/**
 * Declares a route no operation of the interface (health, key sets): not described, not limited, open to all.
 * The reason is for readers of the code.
 */
export function Internal(reason: string): MethodDecorator {
  return applyDecorators((_target: object, _key: string | symbol, descriptor: PropertyDescriptor) => {
    setInternal(descriptor.value as object, reason);
  }, ApiExcludeEndpoint());
}
