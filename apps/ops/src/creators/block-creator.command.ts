import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { readToken } from '../read-token.js';
import { BlockedCreatorsRepository } from './blocked-creators.repository.js';

@SubCommand({ name: 'block', arguments: '<wallet>', description: "refuse a wallet's launches" })
export class BlockCreatorCommand extends CommandRunner {
  constructor(private readonly repository: BlockedCreatorsRepository) {
    super();
  }

  override async run([text]: string[], { reason }: { reason: string }): Promise<void> {
    const creator = readToken(text);
    await this.repository.block(creator, reason);
    print(`blocked: ${creator}`);
  }

  @Option({ flags: '--reason <text>', description: 'why, for the next operator', required: true })
  parseReason(text: string): string {
    if (text.trim() === '') throw new OperatorError('--reason must not be empty');
    return text;
  }
}
