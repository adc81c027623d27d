import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { readWord } from './read-word.js';
import { ReservedWordsRepository } from './reserved-words.repository.js';

const SYMBOL = ['--symbol', 'it is a symbol, such as BTC'] as const;

export function addNamesCommands(program: Command, { prisma, print }: CommandContext): void {
  const repository = new ReservedWordsRepository(prisma);
  const names = program.command('names').description('names and symbols that preflight refuses');
  names
    .command('reserve <name>')
    .description('refuse launches of a name, and of all that look like it')
    .option(...SYMBOL)
    .action(async (text: string, { symbol }: { symbol?: boolean }) => {
      const { kind, word } = readWord(text, symbol);
      const isNew = await repository.reserve(kind, word);
      print(`${isNew ? 'reserved' : 'reserved already'}: ${kind} ${word}`);
    });
  names
    .command('release <name>')
    .description('allow launches of a reserved name again')
    .option(...SYMBOL)
    .action(async (text: string, { symbol }: { symbol?: boolean }) => {
      const { kind, word } = readWord(text, symbol);
      const released = await repository.release(kind, word);
      if (released === null) throw new OperatorError(`the ${kind} ${word} is not reserved`);
      print(`released: ${kind} ${released}`);
    });
  names
    .command('list')
    .description('the reserved names and symbols')
    .action(async () => {
      const words = await repository.list();
      for (const { kind, word } of words) print(`${kind.padEnd(6)}  ${word}`);
      print(`${words.length} reserved`);
    });
}
