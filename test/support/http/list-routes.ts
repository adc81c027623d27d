import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { listDeclaredRoutes } from '@slipway/http';

export interface DescribedRoute {
  /** Lower case. */
  readonly method: string;
  /** As in the description: `/apps/{tokenAddress}`, without the prefix. */
  readonly path: string;
  readonly controller: Type<object>;
  readonly handler: object;
  /** For messages: `AppsController.list`. */
  readonly name: string;
}

/** Every route handler of an app, by the words of its description; also of one in preview, which has no providers. */
export function listRoutes(app: INestApplication): DescribedRoute[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as Type<object>),
  );
  return listDeclaredRoutes(controllers).flatMap(({ method, paths, controller, handler, name }) =>
    paths.map((path) => {
      const template = path.replaceAll(/:(\w+)/g, '{$1}');
      return { method: method.toLowerCase(), path: template, controller, handler, name };
    }),
  );
}
