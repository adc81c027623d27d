import type { Command } from 'commander';
import type { PrismaService } from '@slipway/database';
import { OperatorError, print } from '../command-line/command-line.js';
import { LaunchPolicyRepository, type LaunchPolicy } from './launch-policy.repository.js';

const MAX = 1_000_000;

export function addPolicyCommands(program: Command, prisma: PrismaService): void {
  const repository = new LaunchPolicyRepository(prisma);
  const policy = program.command('policy').description('what preflight allows of launches');
  policy
    .command('set')
    .description('change what is allowed, at once and everywhere')
    .requiredOption(
      '--max-per-creator-per-24h <launches>',
      'launches that a wallet may make in 24 hours',
      readMax,
    )
    .action(async (chosen: LaunchPolicy) => {
      await repository.set(chosen);
      printPolicy(chosen);
    });
  policy
    .command('show')
    .description('what is allowed now')
    .action(async () => {
      printPolicy(await repository.get());
    });
}

function readMax(text: string): number {
  const max = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (max < 1 || max > MAX) throw new OperatorError(`must be a number from 1 to ${MAX}`);
  return max;
}

function printPolicy({ maxPerCreatorPer24h }: LaunchPolicy): void {
  print(`launches of a creator in 24 hours: ${maxPerCreatorPer24h}`);
}
