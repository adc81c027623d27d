import { CommandRunner, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { readToken } from '../read-token.js';
import { AppVisibilityRepository } from './app-visibility.repository.js';

@SubCommand({ name: 'unhide', arguments: '<token>', description: 'show a hidden app again' })
export class UnhideAppCommand extends CommandRunner {
  constructor(private readonly repository: AppVisibilityRepository) {
    super();
  }

  override async run([text]: string[]): Promise<void> {
    const token = readToken(text);
    if (!(await this.repository.unhide(token))) throw new OperatorError(`${token} is not hidden`);
    print(`shown again: ${token}`);
  }
}
