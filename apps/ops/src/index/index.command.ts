import { Command, CommandRunner } from 'nest-commander';
import { RebuildIndexCommand } from './rebuild-index.command.js';
import { RewindIndexCommand } from './rewind-index.command.js';

@Command({
  name: 'index',
  description: 'orders to the indexer that is running',
  subCommands: [RewindIndexCommand, RebuildIndexCommand],
})
export class IndexCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}
