import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { checkOperations } from './check-operations.js';
import { listDeclaredRoutes } from './declared-routes.js';
import { findOperation, isKnownToCache } from './operation-metadata.js';

/** The routes of the app. An app whose routes are declared wrongly does not start, and says which they are. */
@Injectable()
export class OperationRoutes implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: ApplicationConfig,
  ) {}

  onModuleInit(): void {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type<object>);
    const mistakes = [
      ...checkOperations(listDeclaredRoutes([...new Set(controllers)])),
      ...this.checkScopes(),
      ...this.checkGlobals(),
    ];
    if (mistakes.length > 0) throw new Error(`Routes are declared wrongly:\n${mistakes.join('\n')}`);
  }

  /** A controller that is made anew for each request may have been given the request. */
  private checkScopes(): string[] {
    const scoped = this.discovery.getControllers().filter((wrapper) => !wrapper.isDependencyTreeStatic());
    return listDeclaredRoutes(scoped.map(({ metatype }) => metatype as Type<object>))
      .filter(({ handler }) => findOperation(handler)?.caching === 'block')
      .map(({ name }) => `${name}: a response that is kept is not of a controller made for each request`);
  }

  /** What stands before every route stands before those whose responses are kept. */
  private checkGlobals(): string[] {
    const { config } = this;
    const ofEachRequest = [
      ...config.getGlobalRequestGuards(),
      ...config.getGlobalRequestInterceptors(),
      ...config.getGlobalRequestPipes(),
      ...config.getGlobalRequestFilters(),
    ].map(({ name }) => String(name));
    const unknown = [
      ...config.getGlobalGuards(),
      ...config.getGlobalInterceptors(),
      ...config.getGlobalPipes(),
      ...config.getGlobalFilters(),
    ]
      .filter(({ constructor }) => !isKnownToCache(constructor))
      .map(({ constructor }) => constructor.name);
    return [...ofEachRequest, ...unknown].map(
      (name) =>
        `${name}: applies to every request, and responses that are kept do not pass it (@KnownToCache)`,
    );
  }
}
