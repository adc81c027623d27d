import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { WebhooksRepository } from './webhooks.repository.js';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function addWebhooksCommands(program: Command, { prisma, print }: CommandContext): void {
  const repository = new WebhooksRepository(prisma);
  const webhooks = program.command('webhooks').description("builders' receivers, and what waits for them");
  webhooks
    .command('list')
    .description('all of them, with how much waits, since when, and why they are paused')
    .action(async () => {
      const all = await repository.list();
      for (const { id, builder, url, finality, planned_block: block, waiting, ...one } of all) {
        const since = one.waiting_since === null ? '' : ` since ${one.waiting_since.toISOString()}`;
        const state = one.paused_reason === null ? 'active' : `paused: ${one.paused_reason}`;
        print(`${id}  ${builder}  ${url}  ${finality}  block ${block}  ${waiting} waiting${since}  ${state}`);
      }
      print(`${all.length} webhooks`);
    });

  const ofOne = (
    name: string,
    description: string,
    did: string,
    act: (id: string) => Promise<void>,
  ): void => {
    webhooks
      .command(`${name} <id>`)
      .description(description)
      .action(async (id: string) => {
        if (!ID.test(id) || !(await repository.has(id)))
          throw new OperatorError('there is no such webhook: npm run ops -- webhooks list');
        await act(id);
        print(`${did}: ${id}`);
      });
  };
  ofOne('pause', 'send nothing more to a receiver; what happens waits for it', 'paused', (id) =>
    repository.pause(id),
  );
  ofOne('resume', 'send what waits, with ten tries again', 'resumed', (id) => repository.resume(id));
  ofOne('remove', 'end a subscription, with what waits for it', 'removed', (id) => repository.remove(id));
}
