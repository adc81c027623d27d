import { Global, Module } from '@nestjs/common';
import { loadSettings } from './load-settings.js';
import { Settings } from './settings.js';

/** Every module may inject {@link Settings}. Tests override that provider. */
@Global()
@Module({
  providers: [{ provide: Settings, useFactory: () => loadSettings() }],
  exports: [Settings],
})
export class SettingsModule {}
