import { Command, CommandRunner } from 'nest-commander';
import { CancelOrderCommand } from './cancel-order.command.js';
import { IndexStatusCommand } from './index-status.command.js';
import { RebuildIndexCommand } from './rebuild-index.command.js';
import { RewindIndexCommand } from './rewind-index.command.js';

@Command({
  name: 'index',
  description: 'the state of the index, and orders to the indexer that is running',
  subCommands: [IndexStatusCommand, RewindIndexCommand, RebuildIndexCommand, CancelOrderCommand],
})
export class IndexCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}
