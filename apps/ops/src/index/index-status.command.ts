import { CommandRunner, SubCommand } from 'nest-commander';
import { isDatabaseUnavailable } from '#database';
import { print } from '../print.js';
import { describeStatus } from './describe-status.js';
import { IndexStatusRepository, type IndexStatus } from './index-status.repository.js';

const ATTEMPTS = 3;

@SubCommand({
  name: 'status',
  description: 'where the index stands, who writes it, what it fails at, and the orders that are open',
})
export class IndexStatusCommand extends CommandRunner {
  constructor(private readonly repository: IndexStatusRepository) {
    super();
  }

  override async run(): Promise<void> {
    for (const line of describeStatus(await this.read())) print(line);
  }

  /** One slow answer is no reason to give up. */
  private async read(): Promise<IndexStatus> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.repository.get();
      } catch (error) {
        if (attempt === ATTEMPTS || !isDatabaseUnavailable(error)) throw error;
      }
    }
  }
}
