import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { Programs } from '#programs';
import { print } from '../print.js';
import { readTime } from './read-time.js';

@SubCommand({
  name: 'publish',
  arguments: '<program>',
  description: "compute a program's next tree; its distributor's owner then sets the root",
})
export class PublishCommand extends CommandRunner {
  constructor(private readonly programs: Programs) {
    super();
  }

  override async run([id = '']: string[], { until }: { until?: Date }): Promise<void> {
    const published = await this.programs.publish(id, until ?? null);
    print(`root         ${published.root}`);
    print(`leaves       ${published.leaves}`);
    print(`until        ${published.accountedUntil.toISOString()}`);
    print(`total        ${published.total} wei, cumulative`);
    print(`remainder    ${published.remainder} wei of ${published.emitted} emitted stay in the distributor`);
    print(`funded       ${published.funded} wei, balance and payments`);
    print(`distributor  ${published.distributor}`);
    print(`setRoot      ${published.setRootCalldata}`);
    print('The tree comes into force when the owner of the distributor sends this calldata to it.');
  }

  @Option({
    flags: '--until <time>',
    description: 'count the days that had ended then; default: at the head',
  })
  parseTime(text: string): Date {
    return readTime(text);
  }
}
