import { CommandRunner, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { readToken } from '../read-token.js';
import { BlockedCreatorsRepository } from './blocked-creators.repository.js';

@SubCommand({ name: 'unblock', arguments: '<wallet>', description: 'let a wallet launch again' })
export class UnblockCreatorCommand extends CommandRunner {
  constructor(private readonly repository: BlockedCreatorsRepository) {
    super();
  }

  override async run([text]: string[]): Promise<void> {
    const creator = readToken(text);
    if (!(await this.repository.unblock(creator))) throw new OperatorError(`${creator} is not blocked`);
    print(`unblocked: ${creator}`);
  }
}
