import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { Programs } from '#programs';
import { print } from '../print.js';
import { readTime } from './read-time.js';

@SubCommand({
  name: 'end',
  arguments: '<id>',
  description: 'end a program before its time; what was earned until then stays claimable',
})
export class EndProgramCommand extends CommandRunner {
  constructor(private readonly programs: Programs) {
    super();
  }

  override async run([id = '']: string[], { at }: { at?: Date }): Promise<void> {
    const endsAt = await this.programs.end(id, at ?? null);
    print(`${id} ends at ${endsAt.toISOString()}`);
  }

  @Option({ flags: '--at <time>', description: 'when; default: now' })
  parseTime(text: string): Date {
    return readTime(text);
  }
}
