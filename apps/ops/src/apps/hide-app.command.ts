import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { readToken } from '../read-token.js';
import { AppVisibilityRepository } from './app-visibility.repository.js';

@SubCommand({
  name: 'hide',
  arguments: '<token>',
  description: 'leave an app out of lists, search and boards; its own page says hidden',
})
export class HideAppCommand extends CommandRunner {
  constructor(private readonly repository: AppVisibilityRepository) {
    super();
  }

  override async run([text]: string[], { reason }: { reason: string }): Promise<void> {
    const token = readToken(text);
    if (!(await this.repository.hide(token, reason)))
      throw new OperatorError(`no app has the token ${token}`);
    print(`hidden: ${token}`);
  }

  @Option({ flags: '--reason <text>', description: 'why, for the next operator', required: true })
  parseReason(text: string): string {
    if (text.trim() === '') throw new OperatorError('--reason must not be empty');
    return text;
  }
}
