import { CommandRunner, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { FlagsRepository } from './flags.repository.js';
import { OwnFlags } from './own-flags.js';
import { readFlagName } from './read-flag.js';

@SubCommand({
  name: 'unset',
  arguments: '<name>',
  description: "return a flag to its default: on for the interface's own, gone for all others",
})
export class UnsetFlagCommand extends CommandRunner {
  constructor(
    private readonly repository: FlagsRepository,
    private readonly own: OwnFlags,
  ) {
    super();
  }

  override async run([text]: string[]): Promise<void> {
    this.own.expect();
    const name = readFlagName(text);
    if (!(await this.repository.unset(name))) throw new OperatorError(`${name} is not set`);
    print(`${name} has its default again`);
  }
}
