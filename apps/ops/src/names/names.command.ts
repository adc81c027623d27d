import { Command, CommandRunner } from 'nest-commander';
import { ListNamesCommand } from './list-names.command.js';
import { ReleaseNameCommand } from './release-name.command.js';
import { ReserveNameCommand } from './reserve-name.command.js';

@Command({
  name: 'names',
  description: 'names and symbols that preflight refuses',
  subCommands: [ReserveNameCommand, ReleaseNameCommand, ListNamesCommand],
})
export class NamesCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}
