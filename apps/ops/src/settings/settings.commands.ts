import { accessSync, constants } from 'node:fs';
import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';

/** The settings were read, with every mistake at once, before any command runs. */
export function addSettingsCommands(program: Command, { print }: CommandContext): void {
  program
    .command('settings')
    .description('the environment that programs are started with')
    .command('check [files...]')
    .description('whether all settings are there and right, and files that others read (secrets)')
    .action((files: readonly string[]) => {
      const missing = files.filter((file) => !isReadable(file));
      if (missing.length > 0)
        throw new OperatorError(missing.map((file) => `${file} cannot be read`).join('\n'));
      print('the settings are right');
    });
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
