import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { checkOperations } from './check-operations.js';
import { listDeclaredRoutes, type DeclaredRoute } from './declared-routes.js';

/** The routes of the app. An app whose routes are declared wrongly does not start, and says which they are. */
@Injectable()
export class OperationRoutes implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const mistakes = checkOperations(this.list());
    if (mistakes.length > 0) throw new Error(`Routes are declared wrongly:\n${mistakes.join('\n')}`);
  }

  list(): DeclaredRoute[] {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type<object>);
    return listDeclaredRoutes([...new Set(controllers)]);
  }
}
