import type { Command } from 'commander';
import type { Address } from '@slipway/domain';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError, readAddress, readReason } from '../command-line/command-line.js';
import { AppVisibilityRepository } from './app-visibility.repository.js';

export function addAppsCommands(program: Command, { prisma, print }: CommandContext): void {
  const repository = new AppVisibilityRepository(prisma);
  const apps = program.command('apps').description('which apps lists, search and boards show');
  apps
    .command('hide')
    .description('leave an app out of lists, search and boards; its own page says hidden')
    .argument('<token>', '', readAddress)
    .requiredOption('--reason <text>', 'why, for the next operator', readReason)
    .action(async (token: Address, { reason }: { reason: string }) => {
      if (!(await repository.hide(token, reason))) throw new OperatorError(`no app has the token ${token}`);
      print(`hidden: ${token}`);
    });
  apps
    .command('unhide')
    .description('show a hidden app again')
    .argument('<token>', '', readAddress)
    .action(async (token: Address) => {
      if (!(await repository.unhide(token))) throw new OperatorError(`${token} is not hidden`);
      print(`shown again: ${token}`);
    });
  apps
    .command('list')
    .description('the hidden apps, longest hidden first')
    .action(async () => {
      const hidden = await repository.list();
      for (const { token, name, reason, hiddenAt } of hidden) {
        // Quoted as JSON: names are strangers' text, which could hold a terminal's control sequences.
        print(`${token}  ${hiddenAt.toISOString()}  ${JSON.stringify(name)}  ${JSON.stringify(reason)}`);
      }
      print(`${hidden.length} hidden`);
    });
}
