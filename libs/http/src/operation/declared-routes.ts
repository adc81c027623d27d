import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { MetadataScanner } from '@nestjs/core';

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
      if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
      return [readRoute(controller, handler, name)];
    });
  });
}

function readRoute(controller: Type<object>, handler: Handler, name: string): DeclaredRoute {
  const paths = pathsOf(controller).flatMap((base) => pathsOf(handler).map((own) => joinPaths(base, own)));
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  return { controller, handler, method, paths, name: `${controller.name}.${name}` };
}

function pathsOf(target: object): string[] {
  const declared = Reflect.getMetadata(PATH_METADATA, target) as string | readonly string[] | undefined;
  return typeof declared === 'object' ? [...declared] : [declared ?? ''];
}

function joinPaths(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}
