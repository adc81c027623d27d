import { Module } from '@nestjs/common';
import { SettingsModule } from '#settings';
import { KeysCommand } from './keys.command.js';
import { RotateKeysCommand } from './rotate-keys.command.js';

/** The commands about signing keys: they need no database, and print secrets that nothing may be mixed into. */
@Module({ imports: [SettingsModule], providers: [KeysCommand, RotateKeysCommand] })
export class KeysModule {}
