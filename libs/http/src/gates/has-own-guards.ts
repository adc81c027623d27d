import type { ExecutionContext } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';

/**
 * Whether a route has `@UseGuards` of its own. The hit path knows only gates, so that such a route must take the
 * whole pipeline every time.
 */
export function hasOwnGuards(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>): boolean {
  return (
    Reflect.hasMetadata(GUARDS_METADATA, context.getHandler()) ||
    Reflect.hasMetadata(GUARDS_METADATA, context.getClass())
  );
}
