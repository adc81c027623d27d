import { Command, CommandRunner } from 'nest-commander';
import { ListFlagsCommand } from './list-flags.command.js';
import { SetFlagCommand } from './set-flag.command.js';
import { UnsetFlagCommand } from './unset-flag.command.js';

@Command({
  name: 'flags',
  description: 'features that can be switched off while all runs',
  subCommands: [SetFlagCommand, UnsetFlagCommand, ListFlagsCommand],
})
export class FlagsCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}
