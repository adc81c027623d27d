import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { LaunchPolicyRepository, type LaunchPolicy } from './launch-policy.repository.js';

const MAX = 1_000_000;

export function addPolicyCommands(program: Command, { prisma, print }: CommandContext): void {
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
      print(describe(chosen));
    });
  policy
    .command('show')
    .description('what is allowed now')
    .action(async () => {
      print(describe(await repository.get()));
    });
}

function readMax(text: string): number {
  const max = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (max < 1 || max > MAX) throw new OperatorError(`must be a number from 1 to ${MAX}`);
  return max;
}

function describe({ maxPerCreatorPer24h }: LaunchPolicy): string {
  return `launches of a creator in 24 hours: ${maxPerCreatorPer24h}`;
}
