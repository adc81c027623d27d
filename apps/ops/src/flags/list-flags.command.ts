import { CommandRunner, SubCommand } from 'nest-commander';
import { FEATURES } from '#values';
import { print } from '../print.js';
import { FlagsRepository } from './flags.repository.js';
import { OwnFlags } from './own-flags.js';

@SubCommand({ name: 'list', description: 'every flag, with the time it was set' })
export class ListFlagsCommand extends CommandRunner {
  constructor(
    private readonly repository: FlagsRepository,
    private readonly own: OwnFlags,
  ) {
    super();
  }

  override async run(): Promise<void> {
    this.own.expect();
    const set = new Map((await this.repository.list()).map((flag) => [flag.name, flag]));
    for (const name of [...new Set([...FEATURES, ...set.keys()])].sort()) {
      const flag = set.get(name);
      const state =
        flag === undefined
          ? 'on   default'
          : `${flag.enabled ? 'on ' : 'off'}  ${flag.changedAt.toISOString()}`;
      print(`${state}  ${name}`);
    }
    print(`${set.size} set`);
  }
}
