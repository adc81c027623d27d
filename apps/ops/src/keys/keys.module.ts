import { Module, type DynamicModule } from '@nestjs/common';
import { KEY_SETTINGS, type KeySettings } from './key-settings.js';
import { KeysCommand } from './keys.command.js';
import { RotateKeysCommand } from './rotate-keys.command.js';

/** The commands about signing keys: they need no database, and print secrets that nothing may be mixed into. */
@Module({})
export class KeysModule {
  static register(settings: KeySettings): DynamicModule {
    return {
      module: KeysModule,
      providers: [{ provide: KEY_SETTINGS, useValue: settings }, KeysCommand, RotateKeysCommand],
    };
  }
}
