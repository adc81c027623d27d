import { CommandRunner, SubCommand } from 'nest-commander';
import { FEATURES } from '#values';
import { print } from '../print.js';
import { FlagsRepository } from './flags.repository.js';
import { OwnFlags } from './own-flags.js';
import { readFlagName, readFlagValue } from './read-flag.js';

@SubCommand({
  name: 'set',
  arguments: '<name> <on|off>',
  description: 'switch a flag; every API instance follows within 2 seconds',
})
export class SetFlagCommand extends CommandRunner {
  constructor(
    private readonly repository: FlagsRepository,
    private readonly own: OwnFlags,
  ) {
    super();
  }

  override async run([nameText, valueText]: string[]): Promise<void> {
    this.own.expect();
    const [name, enabled] = [readFlagName(nameText), readFlagValue(valueText)];
    await this.repository.set(name, enabled);
    print(`${name} is ${enabled ? 'on' : 'off'}`);
    if (!FEATURES.some((feature) => feature === name)) {
      print(
        `no operation asks for it: clients see it in /config/features; operations ask for ${FEATURES.join(', ')}`,
      );
    }
  }
}
