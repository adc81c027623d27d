import type { Command } from 'commander';
import { isDatabaseUnavailable, readIndexSpace } from '@slipway/database';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { toSpace } from './space.js';
import { toStatusLines } from './status-lines.js';
import { MaintenanceJobs } from './maintenance-jobs.js';
import { MaintenanceJobsRepository } from './maintenance-jobs.repository.js';
import { IndexStatusRepository, type IndexStatus } from './index-status.repository.js';

const ATTEMPTS = 3;

export function addIndexCommands(program: Command, { prisma, settings, print }: CommandContext): void {
  const status = new IndexStatusRepository(prisma);
  const jobs = new MaintenanceJobs(new MaintenanceJobsRepository(prisma), status, print);
  const index = program
    .command('index')
    .description('the state of the index, and maintenance jobs for the indexer that is running');
  index
    .command('status')
    .description('where the index stands, who writes it, what it fails at, and the jobs that are open')
    .action(async () => {
      for (const line of toStatusLines(await readStatus(status))) print(line);
    });
  index
    .command('rewind <block>')
    .description('take the index back to a block of the chain as it is now, and go on from there')
    .action(async (text: string) => {
      if (!/^\d{1,15}$/.test(text)) throw new OperatorError('<block> must be a block number');
      await jobs.carryOut({ kind: 'rewind', blockNumber: BigInt(text) });
    });
  index
    .command('rebuild')
    .description('index the chain anew beside the index that is served, and then put it in its place at once')
    .action(async () => {
      const space = await readIndexSpace(settings.databaseUrl);
      if (space.block !== null)
        print(`the index takes ${toSpace(space)}: the one beside it needs as much until it takes its place`);
      await jobs.carryOut({ kind: 'rebuild', blockNumber: null });
    });
  index
    .command('cancel [job]')
    .description('end a job that is not done yet, and clean up after it: the only open one, or the one named')
    .action(async (text?: string) => {
      if (text !== undefined && !/^\d{1,9}$/.test(text))
        throw new OperatorError('[job] must be the number of a job');
      await jobs.cancel(text === undefined ? null : Number(text));
    });
}

/** One slow response is no reason to give up. */
async function readStatus(repository: IndexStatusRepository): Promise<IndexStatus> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await repository.get();
    } catch (error) {
      if (attempt === ATTEMPTS || !isDatabaseUnavailable(error)) throw error;
    }
  }
}
