import { Command, CommandRunner } from 'nest-commander';
import { RotateKeysCommand } from './rotate-keys.command.js';

@Command({
  name: 'keys',
  description: 'the keys that sign access tokens',
  subCommands: [RotateKeysCommand],
})
export class KeysCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}
