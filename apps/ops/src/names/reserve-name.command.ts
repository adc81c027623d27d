import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { print } from '../print.js';
import { readWord } from './read-word.js';
import { ReservedWordsRepository } from './reserved-words.repository.js';

@SubCommand({
  name: 'reserve',
  arguments: '<name>',
  description: 'refuse launches of a name, and of all that look like it',
})
export class ReserveNameCommand extends CommandRunner {
  constructor(private readonly repository: ReservedWordsRepository) {
    super();
  }

  override async run([text]: string[], { symbol }: { symbol?: boolean }): Promise<void> {
    const { kind, word } = readWord(text, symbol);
    const isNew = await this.repository.reserve(kind, word);
    print(`${isNew ? 'reserved' : 'reserved already'}: ${kind} ${word}`);
  }

  @Option({ flags: '--symbol', description: 'it is a symbol, such as BTC' })
  parseSymbol(): boolean {
    return true;
  }
}
