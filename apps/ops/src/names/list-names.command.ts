import { CommandRunner, SubCommand } from 'nest-commander';
import { print } from '../print.js';
import { ReservedWordsRepository } from './reserved-words.repository.js';

@SubCommand({ name: 'list', description: 'the reserved names and symbols' })
export class ListNamesCommand extends CommandRunner {
  constructor(private readonly repository: ReservedWordsRepository) {
    super();
  }

  override async run(): Promise<void> {
    const words = await this.repository.list();
    for (const { kind, word } of words) print(`${kind.padEnd(6)}  ${word}`);
    print(`${words.length} reserved`);
  }
}
