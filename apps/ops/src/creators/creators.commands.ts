import type { Command } from 'commander';
import type { Address } from '@slipway/domain';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError, readAddress, readReason } from '../command-line/command-line.js';
import { BlockedCreatorsRepository } from './blocked-creators.repository.js';

export function addCreatorsCommands(program: Command, { prisma, print }: CommandContext): void {
  const repository = new BlockedCreatorsRepository(prisma);
  const creators = program.command('creators').description('wallets whose launches preflight refuses');
  creators
    .command('block')
    .description("refuse a wallet's launches")
    .argument('<wallet>', '', readAddress)
    .requiredOption('--reason <text>', 'why, for the next operator', readReason)
    .action(async (creator: Address, { reason }: { reason: string }) => {
      await repository.block(creator, reason);
      print(`blocked: ${creator}`);
    });
  creators
    .command('unblock')
    .description('let a wallet launch again')
    .argument('<wallet>', '', readAddress)
    .action(async (creator: Address) => {
      if (!(await repository.unblock(creator))) throw new OperatorError(`${creator} is not blocked`);
      print(`unblocked: ${creator}`);
    });
  creators
    .command('list')
    .description('the blocked wallets')
    .action(async () => {
      const blocked = await repository.list();
      for (const { creator, blockedAt, reason } of blocked)
        print(`${creator}  ${blockedAt.toISOString()}  ${reason}`);
      print(`${blocked.length} blocked`);
    });
}
