import { Command, CommandRunner } from 'nest-commander';
import { AddOriginCommand } from './add-origin.command.js';
import { ListOriginsCommand } from './list-origins.command.js';
import { RemoveOriginCommand } from './remove-origin.command.js';

@Command({
  name: 'origins',
  description: 'the sites whose users may sign in with their wallets',
  subCommands: [AddOriginCommand, RemoveOriginCommand, ListOriginsCommand],
})
export class OriginsCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}
