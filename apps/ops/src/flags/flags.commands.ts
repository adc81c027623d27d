import type { Command } from 'commander';
import { FEATURES } from '@slipway/domain';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { FlagsRepository } from './flags.repository.js';
import { readFlagName, readFlagValue } from './read-flag.js';

export function addFlagsCommands(program: Command, { prisma, settings, print }: CommandContext): void {
  const { flagsOfrepUrl } = settings;
  const repository = new FlagsRepository(prisma);
  const flags = program
    .command('flags')
    .description('features that can be switched off while all runs')
    .hook('preAction', () => {
      // Another service decides, and switching ours would do nothing.
      if (flagsOfrepUrl === null) return;
      throw new OperatorError(`the flags are those of FLAGS_OFREP_URL (${flagsOfrepUrl}): switch them there`);
    });
  flags
    .command('set <name> <on|off>')
    .description('switch a flag; every API instance follows within 2 seconds')
    .action(async (nameText: string, valueText: string) => {
      const [name, enabled] = [readFlagName(nameText), readFlagValue(valueText)];
      await repository.set(name, enabled);
      print(`${name} is ${enabled ? 'on' : 'off'}`);
      if (FEATURES.some((feature) => feature === name)) return;
      const asked = FEATURES.join(', ');
      print(`no operation asks for it: clients see it in /config/features; operations ask for ${asked}`);
    });
  flags
    .command('unset <name>')
    .description("return a flag to its default: on for the interface's own, gone for all others")
    .action(async (text: string) => {
      const name = readFlagName(text);
      if (!(await repository.unset(name))) throw new OperatorError(`${name} is not set`);
      print(`${name} has its default again`);
    });
  flags
    .command('list')
    .description('every flag, with the time it was set')
    .action(async () => {
      const set = new Map((await repository.list()).map((flag) => [flag.name, flag]));
      for (const name of [...new Set([...FEATURES, ...set.keys()])].sort()) {
        const flag = set.get(name);
        const state = flag && `${flag.enabled ? 'on ' : 'off'}  ${flag.changedAt.toISOString()}`;
        print(`${state ?? 'on   default'}  ${name}`);
      }
      print(`${set.size} set`);
    });
}
