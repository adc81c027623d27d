import { CommandRunner, SubCommand } from 'nest-commander';
import { print } from '../print.js';
import { BlockedCreatorsRepository } from './blocked-creators.repository.js';

@SubCommand({ name: 'list', description: 'the blocked wallets' })
export class ListCreatorsCommand extends CommandRunner {
  constructor(private readonly repository: BlockedCreatorsRepository) {
    super();
  }

  override async run(): Promise<void> {
    const blocked = await this.repository.list();
    for (const { creator, blockedAt, reason } of blocked) {
      print(`${creator}  ${blockedAt.toISOString()}  ${reason}`);
    }
    print(`${blocked.length} blocked`);
  }
}
