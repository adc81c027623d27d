import { Command, CommandRunner } from 'nest-commander';
import { HideAppCommand } from './hide-app.command.js';
import { ListHiddenAppsCommand } from './list-hidden-apps.command.js';
import { UnhideAppCommand } from './unhide-app.command.js';

@Command({
  name: 'apps',
  description: 'which apps lists, search and boards show',
  subCommands: [HideAppCommand, UnhideAppCommand, ListHiddenAppsCommand],
})
export class AppsCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}
