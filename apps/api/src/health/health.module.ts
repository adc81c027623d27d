import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { ReadinessSource } from './readiness-source.js';

interface HealthModuleOptions {
  /** Modules that export the readiness source. */
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  readonly readiness: Type<ReadinessSource>;
}

@Module({})
export class HealthModule {
  static register({ imports = [], readiness }: HealthModuleOptions): DynamicModule {
    return {
      module: HealthModule,
      imports,
      controllers: [HealthController],
      providers: [{ provide: ReadinessSource, useExisting: readiness }],
    };
  }
}
