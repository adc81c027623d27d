import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { LaunchPolicyRepository } from './launch-policy.repository.js';

const MAX = 1_000_000;

@SubCommand({ name: 'set', description: 'change what is allowed, at once and everywhere' })
export class SetPolicyCommand extends CommandRunner {
  constructor(private readonly repository: LaunchPolicyRepository) {
    super();
  }

  override async run(_words: string[], policy: { maxPerCreatorPer24h: number }): Promise<void> {
    await this.repository.set(policy);
    print(`launches of a creator in 24 hours: ${policy.maxPerCreatorPer24h}`);
  }

  @Option({
    flags: '--max-per-creator-per-24h <launches>',
    name: 'maxPerCreatorPer24h',
    description: 'launches that a wallet may make in 24 hours',
    required: true,
  })
  parseMax(text: string): number {
    const max = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    if (max < 1 || max > MAX) throw new OperatorError(`must be a number from 1 to ${MAX}`);
    return max;
  }
}
