import { CommandRunner, SubCommand } from 'nest-commander';
import { print } from '../print.js';
import { OriginsRepository } from './origins.repository.js';

@SubCommand({ name: 'list', description: 'the registered sites' })
export class ListOriginsCommand extends CommandRunner {
  constructor(private readonly repository: OriginsRepository) {
    super();
  }

  override async run(): Promise<void> {
    const origins = await this.repository.list();
    for (const { origin, addedAt } of origins) print(`${origin}  ${addedAt.toISOString()}`);
    print(`${origins.length} registered`);
  }
}
