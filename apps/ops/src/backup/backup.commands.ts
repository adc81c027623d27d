import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { openBackup, writeBackup } from './backup-file.js';
import { BackupRepository } from './backup.repository.js';

export function addBackupCommands(program: Command, { prisma, print }: CommandContext): void {
  const repository = new BackupRepository(prisma);
  const backup = program
    .command('backup')
    .description(
      'what cannot be rebuilt from the chain, as a file: flags, keys, revocations, programs and their trees',
    );
  backup
    .command('export <file>')
    .description('write it to a new file, of one state of the database')
    .action(async (file: string) => {
      const rows = await writeBackup(file, new Date(), (begin, write) => repository.read(begin, write));
      print(`${rows} rows written`);
    });
  backup
    .command('import <file>')
    .description('write it to an empty database that has the same migrations: all of it, or nothing')
    .action(async (file: string) => {
      const { columns, rows } = await openBackup(file);
      const obstacles = await repository.write(columns, rows);
      if (obstacles.length > 0) throw new OperatorError(obstacles.join('\n'));
      print('imported; start the indexer and the API again');
    });
}
