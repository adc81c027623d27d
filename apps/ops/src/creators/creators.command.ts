import { Command, CommandRunner } from 'nest-commander';
import { BlockCreatorCommand } from './block-creator.command.js';
import { ListCreatorsCommand } from './list-creators.command.js';
import { UnblockCreatorCommand } from './unblock-creator.command.js';

@Command({
  name: 'creators',
  description: 'wallets whose launches preflight refuses',
  subCommands: [BlockCreatorCommand, UnblockCreatorCommand, ListCreatorsCommand],
})
export class CreatorsCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}
