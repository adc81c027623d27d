import { RequestMethod, type INestApplication, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';

export interface DeclaredRoute {
  readonly method: string;
  /** As in the description: `/apps/{tokenAddress}`, without the prefix. */
  readonly path: string;
  readonly handler: object;
  /** For messages: `AppsController.list`. */
  readonly name: string;
}

/** Every route handler of an app, read from what Nest's own decorators declare rather than from ours. */
export function listRoutes(app: INestApplication): DeclaredRoute[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => routesOf(metatype as Type<object>));
}

function routesOf(controller: Type<object>): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  const base = String(Reflect.getMetadata(PATH_METADATA, controller) ?? '');
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method =
      RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod].toLowerCase();
    const own = String(Reflect.getMetadata(PATH_METADATA, handler) ?? '');
    return [{ method, path: template(`${base}/${own}`), handler, name: `${controller.name}.${name}` }];
  });
}

function template(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/^:(.*)$/, '{$1}')).join('/')}`;
}
