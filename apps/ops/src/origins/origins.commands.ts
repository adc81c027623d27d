import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { OriginsRepository } from './origins.repository.js';
import { readOrigin } from './read-origin.js';

export function addOriginsCommands(program: Command, { prisma, print }: CommandContext): void {
  const repository = new OriginsRepository(prisma);
  const origins = program
    .command('origins')
    .description('the sites whose users may sign in with their wallets');
  origins
    .command('add <origin>')
    .description("let a builder's site, such as https://app.example.com, sign its users in")
    .action(async (text: string) => {
      const origin = readOrigin(text);
      print(`${(await repository.add(origin)) ? 'registered' : 'registered already'}: ${origin}`);
    });
  origins
    .command('remove <origin>')
    .description("refuse a site's sign-ins; tokens that were issued stay good for their hour")
    .action(async (text: string) => {
      const origin = readOrigin(text);
      if (!(await repository.remove(origin))) throw new OperatorError(`${origin} is not registered`);
      print(`removed: ${origin}`);
    });
  origins
    .command('list')
    .description('the registered sites')
    .action(async () => {
      const registered = await repository.list();
      for (const { origin, addedAt } of registered) print(`${origin}  ${addedAt.toISOString()}`);
      print(`${registered.length} registered`);
    });
}
