import { Command, CommandRunner } from 'nest-commander';
import { PublishCommand } from './publish.command.js';

@Command({
  name: 'rewards',
  description: 'what reward programs owe',
  subCommands: [PublishCommand],
})
export class RewardsCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}
