import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { readWord } from './read-word.js';
import { ReservedWordsRepository } from './reserved-words.repository.js';

@SubCommand({ name: 'release', arguments: '<name>', description: 'allow launches of a reserved name again' })
export class ReleaseNameCommand extends CommandRunner {
  constructor(private readonly repository: ReservedWordsRepository) {
    super();
  }

  override async run([text]: string[], { symbol }: { symbol?: boolean }): Promise<void> {
    const { kind, word } = readWord(text, symbol);
    const released = await this.repository.release(kind, word);
    if (released === null) throw new OperatorError(`the ${kind} ${word} is not reserved`);
    print(`released: ${kind} ${released}`);
  }

  @Option({ flags: '--symbol', description: 'it is a symbol, such as BTC' })
  parseSymbol(): boolean {
    return true;
  }
}
