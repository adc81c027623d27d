import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { methodOf, pathsOf } from './nest-metadata.js';

type Handler = (...parameters: unknown[]) => unknown;

/** A route handler as Nest's own decorators declare it. */
export interface DeclaredRoute {
  readonly controller: Type<object>;
  readonly handler: Handler;
  /** Upper case, such as `GET`. */
  readonly method: string;
  /** Templates below the prefix, such as `/apps/:tokenAddress`. */
  readonly paths: readonly string[];
  /** For messages: `AppsController.list`. */
  readonly name: string;
}

/** Every route handler of some controllers. */
export function listDeclaredRoutes(controllers: readonly Type<object>[]): DeclaredRoute[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, Handler>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const method = handler && methodOf(handler);
      if (handler === undefined || typeof method !== 'string') return [];
      const paths = pathsOf(controller).flatMap((base) =>
        pathsOf(handler).map((own) => joinPaths(base, own)),
      );
      return [{ controller, handler, method, paths, name: `${controller.name}.${name}` }];
    });
  });
}

function joinPaths(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}
