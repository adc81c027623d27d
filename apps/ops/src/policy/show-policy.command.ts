import { CommandRunner, SubCommand } from 'nest-commander';
import { print } from '../print.js';
import { LaunchPolicyRepository } from './launch-policy.repository.js';

@SubCommand({ name: 'show', description: 'what is allowed now' })
export class ShowPolicyCommand extends CommandRunner {
  constructor(private readonly repository: LaunchPolicyRepository) {
    super();
  }

  override async run(): Promise<void> {
    const { maxPerCreatorPer24h } = await this.repository.get();
    print(`launches of a creator in 24 hours: ${maxPerCreatorPer24h}`);
  }
}
