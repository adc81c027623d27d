import { CommandRunner, SubCommand } from 'nest-commander';
import { print } from '../print.js';
import { AppVisibilityRepository } from './app-visibility.repository.js';

@SubCommand({ name: 'list', description: 'the hidden apps, longest hidden first' })
export class ListHiddenAppsCommand extends CommandRunner {
  constructor(private readonly repository: AppVisibilityRepository) {
    super();
  }

  override async run(): Promise<void> {
    const hidden = await this.repository.list();
    for (const { token, name, reason, hiddenAt } of hidden) {
      // Quoted as JSON: names are strangers' text, which could hold a terminal's control sequences.
      print(`${token}  ${hiddenAt.toISOString()}  ${JSON.stringify(name)}  ${JSON.stringify(reason)}`);
    }
    print(`${hidden.length} hidden`);
  }
}
