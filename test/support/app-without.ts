import { Module, type Type } from '@nestjs/common';
import { AppModule } from '../../apps/api/src/app.module.js';
import { EXTRAS } from '../../apps/api/src/extras/extras.js';

const partsOf = (module: Type, key: string): readonly Type[] =>
  (Reflect.getMetadata(key, module) ?? []) as readonly Type[];

/** The API without some extras, and without those that ask them. */
export function appWithout(left: readonly Type[]): Type {
  const gone = new Set(left);
  for (const extra of EXTRAS) if (partsOf(extra, 'imports').some((one) => gone.has(one))) gone.add(extra);
  class ReducedAppModule extends AppModule {}
  Module({
    imports: partsOf(AppModule, 'imports').filter((one) => !gone.has(one)),
    providers: [...partsOf(AppModule, 'providers')],
  })(ReducedAppModule);
  return ReducedAppModule;
}

/** The card alone. */
export const CardModule = appWithout(EXTRAS);
